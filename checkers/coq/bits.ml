(* Sets of positions in machine words, for speed. Position k is bit k mod 62 of word k / 62.

   This file is not proved. It has to obey the laws in NoSet.v (the record [laws]) with this [mem]:

     let mem k s = match List.nth_opt s (k / 62) with Some w -> (w lsr (k mod 62)) land 1 = 1 | None -> false
*)

let of_bools l =
  let rec fill w bit = function
    | [] -> [ w ]
    | l when bit = 62 -> w :: fill 0 0 l
    | b :: l -> fill (if b then w lor (1 lsl bit) else w) (bit + 1) l
  in
  fill 0 0 l

let rec inter s t = match (s, t) with a :: s, b :: t -> (a land b) :: inter s t | _ -> []
let rec diff s t = match (s, t) with a :: s, b :: t -> (a land lnot b) :: diff s t | s, _ -> s
let rec is_empty = function [] -> true | w :: s -> w = 0 && is_empty s

(* The positions in a set, in ascending order. Bit i of w is position k + i, and the next word begins at end_. *)
let positions s =
  let rec next w k end_ s =
    if w = 0 then match s with [] -> [] | w :: s -> next w end_ (end_ + 62) s
    else if w land 255 = 0 then next (w lsr 8) (k + 8) end_ s
    else if w land 1 = 0 then next (w lsr 1) (k + 1) end_ s
    else k :: next (w lsr 1) (k + 1) end_ s
  in
  next 0 0 0 s

(* A table is an array over all positions, with the empty set where the group has no card. *)
let tabulate cards f group =
  let cards = Array.of_list cards in
  let table = Array.make (Array.length cards) [] in
  List.iter (fun k -> table.(k) <- f cards.(k)) (positions group);
  table

let select table s = List.map (fun k -> table.(k)) (positions s)

let ops = Proved.{ of_bools; inter; diff; is_empty; tabulate; select }
