//! Builds the page and serves it: a static HTTP server of a hundred lines, for this machine only.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::step::{Outcome, root};
use crate::{build, tools};

const PORT: u16 = 8080;

/// Browsers open connections ahead and leave them silent; after this they are closed.
const PATIENCE: Duration = Duration::from_secs(30);

/// No browser asks with longer headers.
const LONGEST_REQUEST: u64 = 64 * 1024;

/// What was asked for on the command line.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    port: u16,
    example: bool,
}

/// `cargo xtask serve`: builds, serves, prints the address, opens a browser where there is a
/// display.
pub fn command(args: &[String]) -> Outcome {
    let options = options(args)?;
    let root = root()?;
    // A taken port is told before the build, not after it.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
        .map_err(|e| refusal(options.port, &e))?;
    let dist = build::build(&root, &tools::set_up(&root)?)?;
    let port = listener
        .local_addr()
        .map_or(options.port, |address| address.port());
    let fragment = if options.example {
        "#example=go-cpu"
    } else {
        ""
    };
    let url = format!("http://127.0.0.1:{port}/{fragment}");
    println!("\npprofweb is at {url} (stop with Ctrl-C)");
    open_browser(&url);
    for stream in listener.incoming().flatten() {
        let dist = dist.clone();
        thread::spawn(move || {
            // A connection that breaks off is the browser's good right.
            let _ = answer(&stream, &dist);
        });
    }
    Ok(())
}

fn options(args: &[String]) -> Outcome<Options> {
    let mut options = Options {
        port: PORT,
        example: false,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--example" => options.example = true,
            "--port" => {
                let text = rest.next().ok_or("--port needs a number.")?;
                options.port = text
                    .parse()
                    .map_err(|_| format!("--port needs a number up to 65535, and got {text}."))?;
            }
            other => return Err(format!("serve has --port N and --example, but no {other}.")),
        }
    }
    Ok(options)
}

fn refusal(port: u16, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "Port {port} is in use by another program. Choose another one: \
             cargo xtask serve --port {}",
            if port == u16::MAX { PORT } else { port + 1 }
        ),
        _ => format!("Port {port} cannot be used: {error}. Choose another one with --port."),
    }
}

fn open_browser(url: &str) {
    let display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some());
    let opener = match (cfg!(target_os = "macos"), display) {
        (true, _) => "open",
        (false, true) => "xdg-open",
        (false, false) => return,
    };
    let mut command = Command::new(opener);
    let quiet = command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        println!("No browser was opened ({opener}: {error}).");
    }
}

/// Answers one request and closes.
fn answer(mut stream: &TcpStream, dist: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.take(LONGEST_REQUEST));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    if request.is_empty() {
        return Ok(());
    }
    // The rest is read, or closing would reset the connection; nothing in it matters here.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let (status, kind, body) = response(dist, method, target);
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\
         Allow: GET, HEAD\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// Status, type and body.
fn response(dist: &Path, method: &str, target: &str) -> (&'static str, &'static str, Vec<u8>) {
    const TEXT: &str = "text/plain; charset=utf-8";
    if !matches!(method, "GET" | "HEAD") {
        return (
            "405 Method Not Allowed",
            TEXT,
            b"Only GET and HEAD.\n".to_vec(),
        );
    }
    let Some(mut path) = file_of(dist, target) else {
        return (
            "400 Bad Request",
            TEXT,
            b"Not a path of this site.\n".to_vec(),
        );
    };
    if path.is_dir() {
        path.push("index.html");
    }
    match fs::read(&path) {
        Ok(body) => ("200 OK", kind_of(&path), body),
        Err(_) => ("404 Not Found", TEXT, b"There is no such file.\n".to_vec()),
    }
}

/// The file of a request; none for what reaches out of the folder.
fn file_of(dist: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut file = dist.to_path_buf();
    for part in decoded(path)?.split('/') {
        // Windows knows more separators and drives; none of them is in a name of this site.
        if part == ".." || part.contains(['\\', ':', '\0']) {
            return None;
        }
        if !matches!(part, "" | ".") {
            file.push(part);
        }
    }
    Some(file)
}

/// Undoes `%20`; none where that is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// Browsers compile wasm while it arrives only under its own type.
fn kind_of(path: &Path) -> &'static str {
    match path.extension().and_then(|e| e.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "map" => "application/json",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |args: &[&str]| options(&args.iter().map(|&a| a.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            read(&[]),
            Ok(Options {
                port: 8080,
                example: false
            })
        );
        assert_eq!(
            read(&["--example", "--port", "9"]),
            Ok(Options {
                port: 9,
                example: true
            })
        );
        assert!(read(&["--port"]).is_err() && read(&["--port", "x"]).is_err());
        assert!(read(&["--open"]).is_err());
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let dist = Path::new("dist");
        assert_eq!(file_of(dist, "/"), Some(dist.to_path_buf()));
        assert_eq!(
            file_of(dist, "/a%20b/c.js?v=1"),
            Some(dist.join("a b/c.js"))
        );
        assert_eq!(file_of(dist, "//etc/passwd"), Some(dist.join("etc/passwd")));
        for evil in [
            "/../x",
            "/a/%2e%2e/x",
            "/%2E./x",
            "/..%5Cx",
            "/a%2f..%2fx",
            "/%zz",
            "/%ff",
            "x",
        ] {
            assert_eq!(file_of(dist, evil), None, "{evil}");
        }
    }

    #[test]
    fn a_taken_port_names_the_next_one() {
        let taken = io::Error::from(io::ErrorKind::AddrInUse);
        assert!(refusal(8080, &taken).ends_with("--port 8081"));
    }

    #[test]
    fn a_request_is_answered() {
        let dist = env::temp_dir().join(format!("pprofweb-serve-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("index.html"), "<p>").unwrap();
        assert_eq!(response(&dist, "GET", "/").0, "200 OK");
        assert_eq!(response(&dist, "GET", "/x").0, "404 Not Found");
        assert_eq!(response(&dist, "GET", "/../x").0, "400 Bad Request");
        assert_eq!(response(&dist, "POST", "/").0, "405 Method Not Allowed");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        client
            .write_all(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            .unwrap();
        answer(&listener.accept().unwrap().0, &dist).unwrap();
        let mut said = String::new();
        client.read_to_string(&mut said).unwrap();
        assert!(
            said.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"),
            "{said}"
        );
        assert!(
            said.contains("Content-Length: 3\r\n") && said.ends_with("\r\n\r\n"),
            "{said}"
        );
        fs::remove_dir_all(&dist).unwrap();
    }
}
