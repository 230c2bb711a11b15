//! Names of real programs beside what pprof makes of them, and names made to do harm.

use proptest::prelude::*;

use super::*;

/// Columns: the linker's name, what pprof prints of it under `demangle=` default, templates, full.
/// `fixtures/README.md` says how they were made.
const NAMES: &str = include_str!("../fixtures/names.tsv");

#[test]
fn names_are_what_pprof_prints() {
    let mut compared = 0;
    for line in NAMES.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [raw, wanted @ ..] = columns.as_slice() else {
            panic!("{line}");
        };
        for (style, wanted) in Style::ALL.into_iter().zip(wanted) {
            let read = demangle(raw, style).unwrap_or_else(|| (*raw).to_owned());
            assert_eq!(&read, wanted, "{raw} {style:?}");
            compared += 1;
        }
    }
    assert!(compared >= 300, "{compared}");
}

#[test]
fn what_is_appended_to_names_goes() {
    for (raw, read) in [
        ("_ZN1a1bEv.cold", "a::b"),
        ("_ZN1a1bEv.part.0", "a::b"),
        ("_ZN1a1bEv.isra.0.constprop.1", "a::b"),
        ("_ZN1a1bEv@@GLIBCXX_3.4", "a::b"),
        ("_ZN1a1bEv.llvm.1234567890", "a::b"),
        ("__ZN1a1bEv", "a::b"),
        ("_RNvC1a1b.llvm.1234567890", "a::b"),
        ("__RNvC1a1b", "a::b"),
        ("_ZN1a1b17h0123456789abcdefE.llvm.12", "a::b"),
        ("__ZN1a1b17h0123456789abcdefE", "a::b"),
        (
            "____ZN1a1bEv_block_invoke_2",
            "invocation function for block in a::b",
        ),
    ] {
        assert_eq!(demangle(raw, Style::Simple).as_deref(), Some(read), "{raw}");
    }
}

#[test]
fn names_of_microsofts_compilers() {
    for (raw, simple, templates, full) in [
        ("?f@a@@YAHH@Z", "a::f", "a::f", "int __cdecl a::f(int)"),
        (
            "?push@?$vector@H@std@@QEAAXH@Z",
            "std::vector::push",
            "std::vector<int>::push",
            "public: void __cdecl std::vector<int>::push(int)",
        ),
        (
            "??0A@@QEAA@XZ",
            "A::A",
            "A::A",
            "public: __cdecl A::A(void)",
        ),
        (
            "??1A@b@@UEAA@XZ",
            "b::A::~A",
            "b::A::~A",
            "public: virtual __cdecl b::A::~A(void)",
        ),
    ] {
        for (style, wanted) in Style::ALL.into_iter().zip([simple, templates, full]) {
            assert_eq!(demangle(raw, style).as_deref(), Some(wanted), "{raw}");
        }
    }
}

#[test]
fn other_names_stay() {
    for raw in [
        "",
        "main",
        "runtime.mallocgc",
        "_start",
        "__libc_start_main",
        "?",
        "??",
        "?unknown",
        "_Z",
        "_R",
        "_Zoo park",
        "ZN3fooE",
        "_ZN3foo17h0123456789abcdefE\u{e9}x\u{0}",
        "a::b<c>",
        "(anonymous)",
        "_Reads_a_file",
        "?@",
    ] {
        for style in Style::ALL {
            let read = demangle(raw, style);
            assert!(
                read.as_deref().is_none_or(|read| !read.is_empty()),
                "{raw}: {read:?}"
            );
        }
    }
    for raw in [
        "main",
        "_start",
        "__libc_start_main",
        "?unknown",
        "_Z",
        "_R",
        "a::b<c>",
        "_Reads_a_file",
    ] {
        assert_eq!(demangle(raw, Style::Simple), None, "{raw}");
    }
}

/// Reads a name with the stack of a program in a browser.
fn within_a_small_stack(name: String) {
    let read = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || {
            let start = std::time::Instant::now();
            for style in Style::ALL {
                let read = demangle(&name, style);
                assert!(read.is_none_or(|read| read.len() <= 2 * LONGEST_WRITTEN));
            }
            start.elapsed()
        })
        .expect("a thread")
        .join()
        .expect("no panic");
    assert!(read.as_secs() < 5, "{read:?}");
}

#[test]
fn nests_and_bombs_do_no_harm() {
    for (head, part, tail) in [
        ("_Z1f", "P", "i"),
        ("_Z1f", "N1a", "E"),
        ("_Z1fI", "1aI", "i"),
        ("_Z1f", "T_I", "E"),
        ("_Z1fX", "ad", "E"),
        ("_Z1fIX", "cv", "E"),
        ("_Z1fIX", "pl", "E"),
        ("_Z", "Z", "E"),
        ("_Z1f", "F", "E"),
        ("_Z1f", "M1aF", "E"),
        ("_Z1f", "DpT_", "E"),
        ("_Z1fI", "J", "E"),
        ("_Z1fIX", "L_Z1fIX", "E"),
        ("_Z1fDT", "cl", "E"),
        ("_ZN1a", "UlvE_", "E"),
        ("_R", "Nv", "1a"),
        ("_RINvC1a1f", "R", "u"),
        ("_RINvC1a1f", "T", "E"),
        ("_RINvC1a1f", "INvC1a1b", "E"),
        ("_RINvC1a1f", "TB0_B0_E", "E"),
        ("?f@@YAX", "PEA", "H@Z"),
        ("?f@@YAX", "P6AX", "@Z"),
        ("?f@@YAX", "V?$A@", "@@@Z"),
        ("?f@", "?$A@V", "@@YAXXZ"),
        ("?", "?", "f@@YAXXZ"),
        ("?f@@YAX", "P6AX0000000000@Z", "@Z"),
        ("?f@@YAXV?$A@H@@", "P6AX0101010101@Z", "@Z"),
        ("?f@", "??", "@YAXXZ"),
    ] {
        for length in [90, 300, 2000, 30_000] {
            let name = format!("{head}{}{tail}", part.repeat(length / part.len()));
            within_a_small_stack(name);
        }
    }
    // Each pair stands for the one before it, twice.
    let mut bomb = "_Z1fI1aI1b1bE".to_owned();
    for at in 0..60_u32 {
        let back = char::from_digit(at % 36, 36)
            .expect("a digit")
            .to_ascii_uppercase();
        let pair = format!("S{back}_I1cS{back}_S{back}_E");
        bomb.push_str(&pair);
    }
    within_a_small_stack(bomb + "EvT_");
    let mut bomb = "?f@@YAXPEAH".to_owned();
    for slot in 0..9 {
        let list = format!("P6AX{}@Z", slot.to_string().repeat(150));
        bomb.push_str(&list);
    }
    within_a_small_stack(bomb + "@Z");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_or_left(text in "(_Z|_R|_ZN|\\?|__Z|_GLOBAL__I_|___Z)?\\PC{0,60}") {
        for style in Style::ALL {
            let _ = demangle(&text, style);
            prop_assert!(shortened(&text, style).len() <= text.len());
        }
    }

    #[test]
    fn whatever_looks_like_cpp_ends(text in "[STNEIXLJKPROFMDZ0-9_abcdefilmnpstvz]{1,200}") {
        within_a_small_stack(format!("_Z{text}"));
        within_a_small_stack(format!("_Z1fI{text}"));
    }

    #[test]
    fn whatever_looks_like_rust_ends(text in "[NCMXYIBTRSADFGKELsvuabcdefhij0-9_]{1,200}") {
        within_a_small_stack(format!("_R{text}"));
        within_a_small_stack(format!("_RINvC1a1f{text}"));
    }

    #[test]
    fn whatever_looks_like_microsoft_ends(text in "[?@$ABEHPQRSUVXYZ0-9_a-c]{1,300}") {
        within_a_small_stack(format!("?{text}"));
        within_a_small_stack(format!("?f@@YAX{text}@Z"));
    }
}
