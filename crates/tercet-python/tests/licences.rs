//! The licences in the package are those of the project. (The package itself is tested in Python. As this
//! test needs the library, `cargo test` compiles the module with all that it shares with other tests.)

use std::fs;
use std::path::Path;

#[test]
fn the_package_has_the_licences_of_the_project() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = fs::read(package.join(name)).unwrap();
        assert!(!text.is_empty() && text == fs::read(package.join("../..").join(name)).unwrap());
    }
}
