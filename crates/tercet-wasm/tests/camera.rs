//! Photographs as the page passes them: as pixels.

use serde_json::{Value, json};
use tercet_wasm::read;

fn answer(width: u32, height: u32, bytes: usize) -> Value {
    serde_json::from_slice(&read(width, height, vec![200; bytes])).unwrap()
}

#[test]
fn an_empty_table_has_no_cards_and_is_not_sure() {
    let answer = answer(320, 240, 320 * 240 * 3);
    assert_eq!(answer["schema"], "tercet.photo/1");
    assert_eq!((&answer["width"], &answer["height"]), (&json!(320), &json!(240)));
    assert_eq!((&answer["cards"], &answer["sure"]), (&json!([]), &json!(false)));
    assert_eq!(answer["answer"], "doubtful");
}

#[test]
fn what_is_no_picture_is_refused() {
    for (width, height, bytes, code) in
        [(0, 0, 0, "not-a-picture"), (2, 2, 11, "conflict"), (60_000, 60_000, 1, "out-of-range")]
    {
        let refusal = answer(width, height, bytes);
        assert_eq!(
            (&refusal["schema"], &refusal["code"]),
            (&json!("tercet.error/1"), &json!(code))
        );
    }
}
