//! Arguments: `--name value`, `--name=value`, also with one dash as Go programs take them.

use crate::Stop;

/// Arguments taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// What is no option.
    pub(crate) plain: Vec<String>,
    options: Vec<(String, String)>,
}

impl Args {
    /// Takes arguments apart; every option has a value and is one of `known`.
    pub(crate) fn parse(args: &[String], known: &[&str]) -> Result<Self, Stop> {
        let mut parsed = Self::default();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let Some(option) = arg.strip_prefix('-').filter(|o| !o.is_empty()) else {
                parsed.plain.push(arg.clone());
                continue;
            };
            let option = option.strip_prefix('-').unwrap_or(option);
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let name = name.replace('_', "-");
            if !known.contains(&name.as_str()) {
                return Err(Stop::Usage(format!("There is no option “{arg}”.")));
            }
            let value = value
                .or_else(|| rest.next().cloned())
                .ok_or_else(|| Stop::Usage(format!("The option “{arg}” needs a value.")))?;
            parsed.options.push((name, value));
        }
        Ok(parsed)
    }

    /// Value of an option; the last one counts.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, v)| v.as_str())
    }

    /// The one plain argument.
    pub(crate) fn one(&self, what: &str) -> Result<&str, Stop> {
        match self.plain.as_slice() {
            [one] => Ok(one),
            [] => Err(Stop::Usage(format!("{what} is missing."))),
            [_, more, ..] => Err(Stop::Usage(format!("“{more}” is one argument too many."))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_options() {
        let args = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let known = ["sample-index", "nodecount"];
        let parsed = Args::parse(&args("a.pb -sample_index=cpu --nodecount 5"), &known)
            .ok()
            .unwrap();
        assert_eq!(parsed.one("FILE").ok(), Some("a.pb"));
        assert_eq!(parsed.option("sample-index"), Some("cpu"));
        assert_eq!(parsed.option("nodecount"), Some("5"));
        assert!(Args::parse(&args("--nope 1"), &known).is_err());
        assert!(Args::parse(&args("x --nodecount"), &known).is_err());
    }
}
