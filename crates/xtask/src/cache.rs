//! The per-user cache of tools, shared by all clones.
//!
//! `$XDG_CACHE_HOME/pprofweb/tools/<tool>-<version>/bin`: the version is in the path, so that clones
//! at different versions live side by side. A tool is installed beside its place and renamed into
//! it, so that one that is there is complete; a lock keeps two clones from installing at once.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::step::Outcome;

/// Where tools are kept.
pub fn cache() -> Outcome<PathBuf> {
    let base = match (env::var_os("XDG_CACHE_HOME"), env::var_os("HOME")) {
        (Some(cache), _) if Path::new(&cache).is_absolute() => PathBuf::from(cache),
        (_, Some(home)) => Path::new(&home).join(".cache"),
        _ => {
            return Err("Neither HOME nor XDG_CACHE_HOME says where tools may be kept.".to_owned());
        }
    };
    let tools = base.join("pprofweb/tools");
    fs::create_dir_all(&tools).map_err(|e| format!("{}: {e}.", tools.display()))?;
    Ok(tools)
}

/// Makes `place` with `make` unless `sign` is in it.
pub fn install(
    cache: &Path,
    place: &Path,
    sign: &str,
    make: impl FnOnce(&Path) -> Outcome,
) -> Outcome {
    if place.join(sign).exists() {
        return Ok(());
    }
    let say = |path: &Path| {
        let path = path.display().to_string();
        move |e: std::io::Error| format!("{path}: {e}.")
    };
    let name = place
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let lock_path = cache.join(format!("{name}.lock"));
    let lock = File::create(&lock_path).map_err(say(&lock_path))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            println!("Waiting for another clone that installs {name}.");
            lock.lock().map_err(say(&lock_path))?;
        }
        Err(TryLockError::Error(e)) => return Err(say(&lock_path)(e)),
    }
    // The other one may have installed it while this one waited.
    if place.join(sign).exists() {
        return Ok(());
    }
    // Leftovers of a run that was stopped; the lock says that nobody is at work on them.
    let fresh = cache.join(format!("{name}.part"));
    for old in [&fresh, &place.to_path_buf()] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(say(old))?;
        }
    }
    fs::create_dir_all(&fresh).map_err(say(&fresh))?;
    make(&fresh)?;
    fs::rename(&fresh, place).map_err(say(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_installed_is_complete_or_absent() {
        let cache = env::temp_dir().join(format!("pprofweb-install-{}", std::process::id()));
        fs::create_dir_all(&cache).unwrap();
        let place = cache.join("tool-1");
        assert!(
            install(
                &cache,
                &place,
                "bin/tool",
                |_| Err("No network.".to_owned())
            )
            .is_err()
        );
        assert!(!place.exists());
        let make = |fresh: &Path| {
            fs::create_dir_all(fresh.join("bin")).unwrap();
            fs::write(fresh.join("bin/tool"), "").map_err(|e| e.to_string())
        };
        assert_eq!(install(&cache, &place, "bin/tool", make), Ok(()));
        assert_eq!(
            install(&cache, &place, "bin/tool", |_| Err("Twice.".to_owned())),
            Ok(())
        );
        fs::remove_dir_all(&cache).unwrap();
    }
}
