//! Names of functions as pictures have room for them: what tells functions apart stays.
//!
//! Go keeps package and function, Java class and method, C++ class and method. The rules are
//! those of pprof's graphs, so that both draw the same labels.

/// Shortens a function's name.
pub fn shortened(name: &str) -> String {
    let name = name.strip_prefix("(anonymous namespace)::").unwrap_or(name);
    let name = without_version(name);
    let short = go(&name).or_else(|| java(&name)).or_else(|| cpp(&name));
    short.map(str::to_owned).unwrap_or(name)
}

/// Without the first `/v2` of a module path.
fn without_version(name: &str) -> String {
    for (at, _) in name.match_indices("/v") {
        let rest = &name[at + 2..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        let counts = !matches!(number.as_bytes(), [] | [b'0', ..] | [b'1']);
        if counts && after.starts_with(['.', '/']) {
            return format!("{}{after}", &name[..at]);
        }
    }
    name.to_owned()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// `example.com/net/http.(*Server).Serve` → `http.(*Server).Serve`.
fn go(name: &str) -> Option<&str> {
    // Path elements from the front; the last one that leaves `pkg.name` wins.
    let mut best = None;
    let mut from = 0;
    while let Some(slash) = name[from..].find('/') {
        let element = &name[from..from + slash];
        let good = |c: char| is_word(c) || c == '-' || c == '.';
        if element.is_empty() || !element.chars().all(good) {
            break;
        }
        from += slash + 1;
        let rest = &name[from..];
        if rest
            .find('.')
            .is_some_and(|dot| dot > 0 && dot + 1 < rest.len())
        {
            best = Some(rest);
        }
    }
    best
}

/// `java.util.HashMap.get(Object)` → `HashMap.get`.
fn java(name: &str) -> Option<&str> {
    let head = name.split('(').next().unwrap_or(name);
    let is_name = |c: char| is_word(c) || c == '$';
    let mut from = 0;
    loop {
        let rest = &head[from..];
        let (part, after) = rest.split_once('.')?;
        if part.starts_with(|c: char| c.is_ascii_lowercase()) && part.chars().all(is_word) {
            from += part.len() + 1;
            continue;
        }
        let class = part.starts_with(|c: char| c.is_ascii_uppercase()) && part.chars().all(is_name);
        let method = after == "<init>"
            || after.starts_with(|c: char| c.is_ascii_lowercase()) && after.chars().all(is_name);
        return (class && method).then_some(rest);
    }
}

/// `ns::Class::method<int>(int)` → `Class::method<int>`.
fn cpp(name: &str) -> Option<&str> {
    // Starts and ends of the identifiers at the front, `::` between.
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    loop {
        let rest = &name[from..];
        let tilde = usize::from(rest.starts_with('~'));
        let len = rest[tilde..].chars().take_while(|&c| is_word(c)).count();
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        if len == 0 || !rest[tilde..].starts_with(starts) {
            break;
        }
        let end = from + tilde + len;
        parts.push((from, end));
        if tilde == 1 || !name[end..].starts_with("::") {
            break;
        }
        from = end + 2;
    }
    // The innermost class with a namespace before it and a method behind it.
    for at in (1..parts.len().saturating_sub(1)).rev() {
        let (start, end) = parts[at];
        let class = name[start..end].trim_start_matches('_');
        if class.starts_with(|c: char| c.is_ascii_uppercase()) {
            let (_, end) = parts[at + 1];
            let arguments = name[end..]
                .starts_with('<')
                .then(|| name[end..].rfind('>'))
                .flatten();
            return Some(&name[start..arguments.map_or(end, |close| end + close + 1)]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_functions_apart_stays() {
        for (name, short) in [
            ("github.com/a/b/v2.(*T).M", "b.(*T).M"),
            ("github.com/a/b/v2/c.F", "c.F"),
            ("foo/xyz", "foo/xyz"),
            ("runtime.mallocgc", "runtime.mallocgc"),
            ("net/http.(*conn).serve", "http.(*conn).serve"),
            ("java.bar.foo.FooBar.run(java.lang.Runnable)", "FooBar.run"),
            (
                "java.util.concurrent.ThreadPoolExecutor$Worker.run",
                "ThreadPoolExecutor$Worker.run",
            ),
            ("Foo.<init>(int)", "Foo.<init>"),
            ("ns1::ns2::Class::method<int>", "Class::method<int>"),
            ("(anonymous namespace)::ns::Bar::Foo(int)", "Bar::Foo"),
            ("ns::Class::~Class", "Class::~Class"),
            ("ns::free_func", "ns::free_func"),
            ("std::vector<int>::push_back", "std::vector<int>::push_back"),
            ("core::ptr::drop_in_place", "core::ptr::drop_in_place"),
            ("System.String.Concat", "System.String.Concat"),
            (
                "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
                "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
            ),
            ("", ""),
        ] {
            assert_eq!(shortened(name), short, "{name}");
        }
    }
}
