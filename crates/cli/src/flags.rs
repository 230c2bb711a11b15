//! The flags of `go tool pprof`, with one dash or two, before or behind the files.

use analysis::Lens;
use analysis::Step;
use analysis::lens::Demangle;
use analysis::options::{self, GRANULARITIES, Kind, OPTIONS};
use analysis::report;

use crate::Stop;

/// What a command line asks for.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Asked {
    /// The report, if one was named.
    pub(crate) report: Option<String>,
    /// The expression that it is about.
    pub(crate) about: Option<String>,
    /// What is counted.
    pub(crate) lens: Lens,
    /// Profiles; more than one are merged.
    pub(crate) files: Vec<String>,
    /// Profiles that are taken from them.
    pub(crate) base: Vec<String>,
    /// Shares are of the base.
    pub(crate) diff_base: bool,
    /// The profile is scaled to the base first.
    pub(crate) normalize: bool,
    /// Where the report goes; standard output if nowhere.
    pub(crate) output: Option<String>,
    /// A comment to be added to the profile.
    pub(crate) comment: Option<String>,
}

/// Flags that choose a sample type; the second half says whether its mean is wanted.
const SAMPLE_TYPES: &[(&str, &str, bool)] = &[
    ("inuse_space", "inuse_space", false),
    ("inuse_objects", "inuse_objects", false),
    ("alloc_space", "alloc_space", false),
    ("alloc_objects", "alloc_objects", false),
    ("total_delay", "delay", false),
    ("contentions", "contentions", false),
    ("mean_delay", "delay", true),
];

/// Flags with a value that mean nothing here: there is no binary to look into.
const IGNORED: &[&str] = &[
    "tools",
    "buildid",
    "timeout",
    "seconds",
    "source_path",
    "trim_path",
];

/// Flags without a value that mean nothing here.
const IGNORED_SWITCHES: &[&str] = &["intel_syntax", "no_browser"];

/// What pprof looks symbols up with: only what it says of names means something here.
const SYMBOLIZE: &str = "symbolize";

/// Names that are reports beside those of the registry.
pub(crate) const PROTO: &str = "proto";

/// Reads a command line. `named` is the report that the subcommand stands for; without one,
/// flags such as `-top` name it.
pub(crate) fn read(args: &[String], named: Option<&str>) -> Result<Asked, Stop> {
    let mut asked = Asked {
        report: named.map(str::to_owned),
        ..Asked::default()
    };
    let mut rest = args.iter();
    let mut only_files = false;
    while let Some(arg) = rest.next() {
        let flag = arg
            .strip_prefix('-')
            .filter(|flag| !flag.is_empty() && !only_files);
        let Some(flag) = flag else {
            asked.files.push(arg.clone());
            continue;
        };
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        if flag.is_empty() {
            only_files = true;
            continue;
        }
        let (name, value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (flag, None),
        };
        let name = name.replace('-', "_");
        let mut next = || {
            value
                .clone()
                .or_else(|| rest.next().cloned())
                .ok_or_else(|| Stop::Usage(format!("The option “{arg}” needs a value.")))
        };
        if is_switch(&name, named.is_none()) {
            let on = match value.as_deref() {
                None => true,
                Some(text) => truth(arg, text)?,
            };
            asked.switch(&name, on)?;
        } else if is_valued(&name, named.is_none()) {
            let value = next()?;
            asked.value(&name, value)?;
        } else {
            return Err(Stop::Usage(format!("There is no option “{arg}”.")));
        }
    }
    // What a subcommand is about comes as its first plain argument.
    let wants = |kind: &report::ReportKind| kind.wants_expression;
    if named.and_then(report::find).is_some_and(wants)
        && asked.about.is_none()
        && asked.files.len() > 1
    {
        asked.about = Some(asked.files.remove(0));
    }
    Ok(asked)
}

fn truth(arg: &str, text: &str) -> Result<bool, Stop> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" | "yes" | "y" => Ok(true),
        "false" | "f" | "0" | "no" | "n" => Ok(false),
        _ => Err(Stop::Usage(format!("The option “{arg}” is true or false."))),
    }
}

/// True for flags that stand alone.
fn is_switch(name: &str, reports: bool) -> bool {
    let report = |kind: &report::ReportKind| !kind.wants_expression;
    options::find(name).is_some_and(|option| option.kind == Kind::Flag)
        || GRANULARITIES.contains(&name)
        || matches!(name, "flat" | "cum" | "normalize")
        || SAMPLE_TYPES.iter().any(|(flag, ..)| *flag == name)
        || IGNORED_SWITCHES.contains(&name)
        || reports && (name == PROTO || report::find(name).is_some_and(report))
}

fn is_valued(name: &str, reports: bool) -> bool {
    let report = |kind: &report::ReportKind| kind.wants_expression;
    OPTIONS.iter().any(|option| option.name == name)
        || matches!(
            name,
            "sample_index" | "base" | "diff_base" | "output" | "add_comment" | "regex" | "step"
        )
        || name == SYMBOLIZE
        || IGNORED.contains(&name)
        || reports && report::find(name).is_some_and(report)
}

impl Asked {
    fn switch(&mut self, name: &str, on: bool) -> Result<(), Stop> {
        if let Some((flag, kind, mean)) = SAMPLE_TYPES.iter().find(|(flag, ..)| *flag == name) {
            if on && self.lens.sample_type.is_empty() {
                (*kind).clone_into(&mut self.lens.sample_type);
                self.lens.mean |= *mean;
            } else if on {
                eprintln!("pprofweb: a sample type is chosen already; -{flag} is left out.");
            }
            return Ok(());
        }
        if let Some(option) = options::find(name) {
            return set(&mut self.lens, option, if on { "true" } else { "false" });
        }
        match name {
            "normalize" => self.normalize = on,
            _ if !on => {}
            "flat" | "cum" => set_named(&mut self.lens, "sort", name)?,
            _ if GRANULARITIES.contains(&name) => set_named(&mut self.lens, "granularity", name)?,
            _ if name == PROTO || report::find(name).is_some() => self.name_report(name)?,
            _ => {}
        }
        Ok(())
    }

    fn value(&mut self, name: &str, value: String) -> Result<(), Stop> {
        match name {
            "sample_index" => self.lens.sample_type = value,
            "base" | "diff_base" => {
                let of_base = name == "diff_base";
                if !self.base.is_empty() && self.diff_base != of_base {
                    return Err(Stop::Usage(
                        "--base and --diff_base exclude each other.".to_owned(),
                    ));
                }
                self.diff_base = of_base;
                self.base.push(value);
            }
            "output" => self.output = Some(value),
            "add_comment" => self.comment = Some(value),
            "regex" => self.about = Some(value),
            "step" => {
                let step =
                    Step::read(&value).map_err(|why| Stop::Usage(format!("--step: {why}.")))?;
                self.lens.steps.push(step);
            }
            SYMBOLIZE => self.symbolize(&value)?,
            _ if IGNORED.contains(&name) => {}
            _ => match options::find(name) {
                Some(option) => set(&mut self.lens, option, &value)?,
                None => {
                    self.name_report(name)?;
                    self.about = Some(value);
                }
            },
        }
        Ok(())
    }

    /// pprof's `-symbolize=[local|fastlocal|remote|none][:force][:demangle=STYLE]`.
    fn symbolize(&mut self, value: &str) -> Result<(), Stop> {
        for word in value.to_ascii_lowercase().split(':') {
            match word {
                "none" | "no" => {
                    self.lens.demangle = Demangle::Recorded;
                    return Ok(());
                }
                // There is no binary and no server to ask.
                "" | "local" | "fastlocal" | "remote" | "force" => {}
                word => {
                    let style = word.strip_prefix("demangle=").unwrap_or(word);
                    if !["none", "full", "templates", "default"].contains(&style) {
                        return Err(Stop::Usage(format!(
                            "--symbolize: “{word}” is none of none, local, fastlocal, remote, force, \
                             demangle=none, demangle=templates, demangle=full."
                        )));
                    }
                    set_named(&mut self.lens, "demangle", style)?;
                }
            }
        }
        Ok(())
    }

    fn name_report(&mut self, name: &str) -> Result<(), Stop> {
        if self.report.as_deref().is_some_and(|had| had != name) {
            return Err(Stop::Usage("Only one report at a time.".to_owned()));
        }
        self.report = Some(name.to_owned());
        Ok(())
    }
}

fn set_named(lens: &mut Lens, option: &str, value: &str) -> Result<(), Stop> {
    match options::find(option) {
        Some(option) => set(lens, option, value),
        None => Ok(()),
    }
}

fn set(lens: &mut Lens, option: &options::LensOption, value: &str) -> Result<(), Stop> {
    (option.set)(lens, value).map_err(|why| Stop::Usage(format!("--{}: {why}.", option.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, named: Option<&str>) -> Asked {
        let args: Vec<_> = text.split(' ').map(str::to_owned).collect();
        read(&args, named).ok().expect("arguments")
    }

    #[test]
    fn flags_are_pprofs() {
        let asked = of(
            "-top -focus=json --nodecount 20 -lines -cum a.pb b.pb",
            None,
        );
        assert_eq!(asked.report.as_deref(), Some("top"));
        assert_eq!(asked.files, ["a.pb", "b.pb"]);
        assert_eq!(asked.lens.focus, "json");
        assert_eq!(asked.lens.nodecount, 20);
        assert_eq!(asked.lens.granularity, analysis::lens::Granularity::Lines);
        assert_eq!(asked.lens.sort, analysis::lens::SortBy::Cum);
        let asked = of("-peek=ServeHTTP -sample_index=samples a.pb", None);
        assert_eq!(asked.about.as_deref(), Some("ServeHTTP"));
        assert_eq!(asked.lens.sample_type, "samples");
        let asked = of(
            "-symbolize=none -mean_delay -trim=false -diff_base b.pb a.pb",
            Some("tree"),
        );
        assert_eq!(
            (asked.base, asked.diff_base),
            (vec!["b.pb".to_owned()], true)
        );
        assert!(asked.lens.mean && !asked.lens.trim);
        assert_eq!(asked.lens.demangle, Demangle::Recorded);
        assert_eq!(asked.lens.sample_type, "delay");
    }

    #[test]
    fn names_are_chosen_as_pprof_chooses_them() {
        for (text, way) in [
            ("-top a.pb", Demangle::Simple),
            ("-top -symbolize=none a.pb", Demangle::Recorded),
            (
                "-top -symbolize=none:demangle=full a.pb",
                Demangle::Recorded,
            ),
            ("-top -symbolize=demangle=full a.pb", Demangle::Full),
            (
                "-top -symbolize=local:demangle=templates a.pb",
                Demangle::Templates,
            ),
            ("-top -symbolize=Demangle=None a.pb", Demangle::None),
            ("-top -symbolize=demangle=default a.pb", Demangle::Simple),
            ("-top --demangle full a.pb", Demangle::Full),
        ] {
            assert_eq!(of(text, None).lens.demangle, way, "{text}");
        }
    }

    #[test]
    fn a_subcommand_takes_its_expression_first() {
        let asked = of("Serve a.pb --sample-index cpu", Some("peek"));
        assert_eq!(asked.about.as_deref(), Some("Serve"));
        assert_eq!(asked.files, ["a.pb"]);
        assert_eq!(asked.lens.sample_type, "cpu");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for text in [
            "-nope a.pb",
            "-top -tree a.pb",
            "-nodecount",
            "-trim=perhaps a.pb",
            "-base a -diff_base b c",
            "-top -granularity=x a",
            "-top -symbolize=sometimes a",
            "-top -demangle=x a",
        ] {
            let args: Vec<_> = text.split(' ').map(str::to_owned).collect();
            assert!(read(&args, None).is_err(), "{text}");
        }
    }
}
