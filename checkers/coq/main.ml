(* noset [--plain] BOARD PROOF: reads the files, and hands the cards and the steps to the proved checker. The formats
   and the exit statuses are in ../README.md. With --plain it uses the proved sets instead of bits.ml, which is slow.

   This file is not proved. Two things have to be right in it: the cards are those of the file ([board]), and the
   checker is run as [check] in NoSet.v says: [start], [take] for each step, and [Done] at the end ([check] here). *)

exception Unreadable of string
exception Refused of string

let unreadable form = Printf.ksprintf (fun s -> raise (Unreadable s)) form
let refused form = Printf.ksprintf (fun s -> raise (Refused s)) form

let contents name =
  let buffer = Buffer.create 65536 in
  let rec read file =
    match Buffer.add_channel buffer file 65536 with () -> read file | exception End_of_file -> Buffer.contents buffer
  in
  try
    let file = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in file) (fun () -> read file)
  with Sys_error reason -> unreadable "%s: cannot be read: %s" name reason

(* {1 The board} *)

type board = { v : int; p : int; cards : int list list }

let number name line word =
  let digits = word <> "" && String.for_all (fun c -> '0' <= c && c <= '9') word in
  if not digits then unreadable "%s: line %d: '%s' is not a number" name line word;
  (* Larger numbers are too large all the same. *)
  String.fold_left (fun x c -> min 1000 ((10 * x) + Char.code c - Char.code '0')) 0 word

let card name v line word =
  if v > 36 || String.contains word ',' then List.map (number name line) (String.split_on_char ',' word)
  else
    let value = function
      | '0' .. '9' as c -> Char.code c - Char.code '0'
      | 'a' .. 'z' as c -> Char.code c - Char.code 'a' + 10
      | _ -> unreadable "%s: line %d: '%s' is not a card, which is a digit or letter for each value" name line word
    in
    List.map value (List.of_seq (String.to_seq word))

let board name =
  let line k text =
    let space = function '\t' | '\r' | '\011' | '\012' -> ' ' | c -> c in
    let text = String.map space (List.hd (String.split_on_char '#' text)) in
    List.filter_map (fun w -> if w = "" then None else Some (k + 1, w)) (String.split_on_char ' ' text)
  in
  let text = contents name in
  if String.exists (fun c -> c = '\000' || c > '\127') text then unreadable "%s: not ASCII text: correct it" name;
  let words = List.concat (List.mapi line (String.split_on_char '\n' text)) in
  let v, p, cards =
    match words with
    | (k, "deck") :: _ -> (
        match List.partition (fun (l, _) -> l = k) words with
        | [ _; (_, v); (_, p) ], cards -> (number name k v, number name k p, cards)
        | _ -> unreadable "%s: line %d: write 'deck V P' on a line of its own, as in 'deck 3 4'" name k)
    | (k, first) :: _ -> (3, List.length (card name 3 k first), words)
    | [] -> (3, 1, [])
  in
  if v < 2 || v > 256 || p < 1 || p > 12 then
    unreadable "%s: there are no proofs for (%d,%d): v is 2 to 256, and p is 1 to 12" name v p;
  if cards = [] then unreadable "%s: no cards: give a board" name;
  let seen = Hashtbl.create 1000 in
  let read (k, word) =
    let c = card name v k word in
    if List.length c <> p || List.exists (fun x -> x >= v) c then
      unreadable "%s: line %d: '%s' is not a card of (%d,%d): correct it, or the line 'deck V P'" name k word v p;
    if Hashtbl.mem seen c then unreadable "%s: line %d: '%s' is there twice: remove one" name k word;
    Hashtbl.add seen c ();
    c
  in
  { v; p; cards = List.map read cards }

(* {1 The proof} *)

let magic = "tercet-proof 2\n"

let crc text length =
  let shift c = if c land 1 = 1 then (c lsr 1) lxor 0xedb88320 else c lsr 1 in
  let table = Array.init 256 (fun c -> shift (shift (shift (shift (shift (shift (shift (shift c)))))))) in
  let c = ref 0xffffffff in
  for k = 0 to length - 1 do
    c := table.((!c lxor Char.code text.[k]) land 255) lxor (!c lsr 8)
  done;
  !c lxor 0xffffffff

let rec varint x = if x < 128 then [ Char.chr x ] else Char.chr (x land 127 lor 128) :: varint (x lsr 7)

let digest cards =
  let text = String.of_seq (List.to_seq (List.concat_map varint (List.concat cards))) in
  crc text (String.length text)

(* A proof: what its head says, and the place of its steps in the text. *)
type proof = { text : string; deck : int * int; size : int; sum : int; steps : int }

let crc_at text k = Int32.to_int (String.get_int32_le text k) land 0xffffffff

(* The number at a place, and the place after it. Four bytes of check sum are at the end. *)
let number_at name text place =
  let rec next place shift x =
    if place >= String.length text - 4 then unreadable "%s: ends in the middle: write the proof again" name;
    let byte = Char.code text.[place] in
    let x = x lor ((byte land 127) lsl shift) in
    if byte >= 128 && shift < 28 then next (place + 1) (shift + 7) x
    else if byte >= 128 || x >= 1 lsl 32 || (byte = 0 && shift > 0) then
      unreadable "%s: byte %d ends a number that is too long: write the proof again" name place
    else (x, place + 1)
  in
  next place 0 0

(* [f] for the number with which each step begins, with the state before it and the place after the number; it returns
   the state and the place after the step. Then the last state. *)
let each_step name text place f state =
  let rec next place state =
    match number_at name text place with
    | 0, place when place = String.length text - 4 -> state
    | 0, place -> unreadable "%s: the steps end at byte %d, but not the file: write the proof again" name place
    | code, place ->
        let state, place = f state code place in
        next place state
  in
  next place state

let proof name =
  let text = contents name in
  let length = String.length text in
  if not (String.starts_with ~prefix:magic text) then
    unreadable "%s: not a proof, which begins with 'tercet-proof 2': write one with 'tercet find --proof'" name;
  if length < String.length magic + 4 || crc_at text (length - 4) <> crc text (length - 4) then
    unreadable "%s: damaged, as its check sum says: write the proof again" name;
  let v, place = number_at name text (String.length magic) in
  let p, place = number_at name text place in
  let size, place = number_at name text place in
  if place + 4 >= length - 4 then unreadable "%s: ends in the middle: write the proof again" name;
  if v < 2 || p > 12 then unreadable "%s: for boards of (%d,%d), which have no proofs: v >= 2 and p <= 12" name v p;
  each_step name text (place + 4) (fun () _ place -> ((), place)) ();
  { text; deck = (v, p); size; sum = crc_at text place; steps = place + 4 }

(* {1 The check} *)

(* Numbers as the proved checker takes them. *)
let rec positive k =
  if k = 1 then Proved.XH else if k land 1 = 0 then XO (positive (k lsr 1)) else XI (positive (k lsr 1))

let natural k = if k = 0 then Proved.N0 else Npos (positive k)
let integer k = if k = 0 then Proved.Z0 else if k > 0 then Zpos (positive k) else Zneg (positive (-k))
let rec unary k = if k = 0 then Proved.O else S (unary (k - 1))

(* The number of steps, if they prove that the board has no set. *)
let check ops board name proof =
  let v = natural board.v and cards = List.map (List.map natural) board.cards in
  let count = ref 0 in
  let number place =
    match number_at name proof.text place with 0, _ -> refused "its last step, %d, ends too early" !count | next -> next
  in
  let rec weights left place read =
    if left = 0 then (List.rev read, place)
    else
      let item, place = number place in
      let size, place = number place in
      let weight = if size land 1 = 1 then size / 2 else -size / 2 in
      weights (left - 1) place ((positive item, integer weight) :: read)
  in
  let step code place =
    if code = 1 then
      let modulus, place = number place in
      let length, place = number place in
      let weights, place = weights length place [] in
      (Proved.Weigh (integer (modulus - 1), weights), place)
    else ((if code land 1 = 0 then Proved.Narrow (positive (code / 2)) else Branch (positive (code / 2))), place)
  in
  let take state code place =
    incr count;
    let step, place = step code place in
    match (Proved.take ops v cards state step, state) with
    | Some state, _ -> (state, place)
    | None, Done -> refused "nothing is left to prove at its step %d" !count
    | None, At _ -> refused "its step %d names an item of no free property of the group, or wrong weights" !count
  in
  match Proved.start ops v (unary board.p) cards with
  | None -> refused "the cards are no board"
  | Some state -> (
      match each_step name proof.text proof.steps take state with
      | Proved.Done -> !count
      | At _ -> refused "something is left to prove after its last step, %d" !count)

let run plain board_name proof_name =
  let board = board board_name in
  let proof = proof proof_name in
  let size = List.length board.cards in
  try
    let v, p = proof.deck in
    if (v, p) <> (board.v, board.p) then refused "it is for a board of (%d,%d), not of (%d,%d)" v p board.v board.p;
    if proof.size <> size then refused "it is for a board of %d cards, not of %d" proof.size size;
    if proof.sum <> digest board.cards then refused "it is for a board of other cards, or in another order";
    let steps = if plain then check Proved.plain board proof_name proof else check Bits.ops board proof_name proof in
    Printf.printf "%s: no set in %d cards of (%d,%d), proved by %d steps of %s\n%!" board_name size v p steps proof_name
  with Refused reason -> refused "%s does not prove that %s has no set: %s" proof_name board_name reason

let () =
  (* One line, and 2 if it cannot be written, since 1 is an answer. *)
  let stop status reason =
    let line = String.map (fun c -> if c < ' ' then '?' else c) reason in
    exit (match prerr_endline ("noset: " ^ line) with () -> status | exception _ -> 2)
  in
  try
    Sys.set_signal Sys.sigpipe Signal_ignore;
    match List.tl (Array.to_list Sys.argv) with
    | [ "--plain"; board; proof ] -> run true board proof
    | [ board; proof ] -> run false board proof
    | _ -> stop 2 "usage: noset [--plain] BOARD PROOF"
  with
  | Unreadable reason -> stop 2 reason
  | Refused reason -> stop 1 reason
  | failure -> stop 2 (Printexc.to_string failure)
