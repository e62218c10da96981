#!/usr/bin/env python3
"""Trains the network of tercet-vision: ./train.py PATCHES... --out network.bin

PATCHES are files that the example `patches` of tercet-vision wrote: for each patch 32 × 48 × 4 values
as 16-bit floating-point numbers, row by row, and four bytes: shape (0 none, 1 to 6 the printed shapes of
src/edition.rs, 7 a shape of no edition), colour, shading (255: not known), and whether the patch is for testing. The layers are
those of src/network.rs. Needs numpy, jax and optax; 200,000 patches take ten minutes on a core. The same patches and
the same seed give the same weights on the same machine.
"""

import argparse
import functools
import time

import jax
import jax.numpy as jnp
import numpy
import optax

HEIGHT, WIDTH, CHANNELS = 32, 48, 4
LAYERS = [16, 24, 40]
DENSE = 40
SHAPES = 8
RECORD = numpy.dtype([("values", "<f2", (HEIGHT, WIDTH, CHANNELS)), ("labels", "u1", 4)])


def read(files):
    """The patches of these files."""
    return numpy.concatenate([numpy.memmap(file, RECORD, "r") for file in files])


def start(seed):
    """The weights before training (He et al., 2015), layer by layer: weights, biases."""
    random = numpy.random.default_rng(seed)
    shapes = []
    inputs = CHANNELS
    for outputs in LAYERS:
        shapes.append((9 * inputs, outputs))
        inputs = outputs
    shapes.append((HEIGHT // 8 * (WIDTH // 8) * inputs, DENSE))
    shapes.append((DENSE, SHAPES + 6))
    return [(jnp.array(random.normal(0, (2 / shape[0]) ** 0.5, shape), jnp.float32),
             jnp.zeros(shape[1], jnp.float32)) for shape in shapes]


def load(file, network):
    """The weights in a file, layer by layer as in this network."""
    weights = numpy.fromfile(file, "<f2").astype(numpy.float32)
    layers, place = [], 0
    for layer in network:
        parts = []
        for part in layer:
            parts.append(jnp.array(weights[place:place + part.size].reshape(part.shape)))
            place += part.size
        layers.append(tuple(parts))
    assert place == len(weights), "the weights are those of these layers"
    return layers


def save(file, network):
    with open(file, "wb") as out:
        for weights, biases in network:
            out.write(numpy.array(weights, "<f2").tobytes())
            out.write(numpy.array(biases, "<f2").tobytes())


def convolve(values, weights, biases):
    """A 3×3 convolution, the greatest of 2×2 cells, and nothing below zero."""
    count, height, width, channels = values.shape
    kernel = weights.reshape(3, 3, channels, -1)
    sums = jax.lax.conv_general_dilated(values, kernel, (1, 1), "SAME",
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))
    sums = sums.reshape(count, height // 2, 2, width // 2, 2, -1).max(axis=(2, 4))
    return jax.nn.relu(sums + biases)


def forward(network, values, key=None):
    """The outputs for each patch; with a key, some of the dense layer is left out."""
    for weights, biases in network[:3]:
        values = convolve(values, weights, biases)
    values = values.reshape(len(values), -1)
    (weights, biases), (last, offsets) = network[3:]
    values = jax.nn.relu(values @ weights + biases)
    if key is not None:
        values = values * jax.random.bernoulli(key, 0.85, values.shape) / 0.85
    return values @ last + offsets


def loss(network, values, labels, key):
    """The cross entropies of the three answers; colour and shading only of symbols."""
    out = forward(network, values, key)
    shape = optax.softmax_cross_entropy_with_integer_labels(out[:, :SHAPES], labels[:, 0])
    total = shape.mean()
    for first, column in [(SHAPES, 1), (SHAPES + 3, 2)]:
        known = labels[:, column] < 3
        answer = jnp.where(known, labels[:, column], 0)
        entropy = optax.softmax_cross_entropy_with_integer_labels(out[:, first:first + 3], answer)
        total += (entropy * known).mean()
    return total


def vary(key, values):
    """The same patches, mirrored, turned, softer, paler, in a reflection, in other light and with more noise."""
    keys = jax.random.split(key, 11)
    count = len(values)
    one = (count, 1, 1, 1)
    values = jnp.where(jax.random.bernoulli(keys[0], 0.5, one), values[:, :, ::-1], values)
    values = jnp.where(jax.random.bernoulli(keys[1], 0.5, one), values[:, ::-1], values)
    # The unevenness of a soft patch is less, too.
    soft = jnp.maximum(jax.random.uniform(keys[7], one) - 0.6, 0)
    for axis in (1, 2):
        beside = (jnp.roll(values, 1, axis) + jnp.roll(values, -1, axis)) / 2
        values = values + soft * (beside - values)
    grey = values[..., :3].mean(axis=3, keepdims=True)
    pale = jnp.maximum(jax.random.uniform(keys[8], one) - 0.6, 0) * jnp.array([1, 1, 1, 0])
    values = values + pale * (grey - values)
    # A reflection adds as much light to ink as to paper, more on one side.
    ramp = 1 + jax.random.uniform(keys[10], one, minval=-1) * jnp.linspace(-1, 1, WIDTH)[:, None]
    light = jnp.maximum(jax.random.uniform(keys[9], one) - 0.75, 0) * 4 * ramp
    colours = jnp.log((1 + light) / (jnp.exp(-values[..., :3]) + light))
    values = jnp.concatenate([colours, values[..., 3:] / (1 + light)], axis=3)
    gains = jnp.exp(jax.random.normal(keys[2], one) * 0.15)
    tints = jnp.exp(jax.random.normal(keys[3], (count, 1, 1, CHANNELS)) * 0.08)
    offsets = jax.random.normal(keys[4], (count, 1, 1, CHANNELS)) * 0.015
    noise = jax.random.normal(keys[5], values.shape) * jax.random.uniform(keys[6], one) * 0.05
    return values * gains * tints + offsets + noise


@functools.partial(jax.jit, static_argnums=0)
def step(optimiser, network, state, values, labels, key):
    first, second = jax.random.split(key)
    values = vary(first, values.astype(jnp.float32))
    cost, slopes = jax.value_and_grad(loss)(network, values, labels, second)
    changes, state = optimiser.update(slopes, state, network)
    return optax.apply_updates(network, changes), state, cost


@jax.jit
def answers(network, values):
    out = forward(network, values.astype(jnp.float32))
    return jnp.stack([out[:, :SHAPES].argmax(1), out[:, SHAPES:SHAPES + 3].argmax(1),
                      out[:, SHAPES + 3:].argmax(1)], 1)


def report(network, patches, words):
    """Prints the part of wrong answers."""
    found = numpy.concatenate([answers(network, part["values"])
                               for part in numpy.array_split(patches, len(patches) // 500 + 1)])
    labels = patches["labels"]
    known = labels[:, 1] < 3
    symbols = labels[:, 0] > 0
    wrong = found != labels[:, :3]
    parts = [("shown", ((found[:, 0] > 0) != symbols).mean())]
    both = known & (found[:, 0] > 0)
    parts += [(word, wrong[both, column].mean())
              for column, word in enumerate(["shape", "colour", "shading"])]
    print(words, ", ".join(f"{word} {100 * part:.2f} %" for word, part in parts), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Trains the network of tercet-vision.")
    parser.add_argument("patches", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="weights to go on from (network.bin)")
    arguments = parser.parse_args()

    patches = read(arguments.patches)
    is_test = patches["labels"][:, 3] == 1
    tests, others = patches[is_test], numpy.flatnonzero(~is_test)
    print(f"{len(others)} patches to train with, {len(tests)} to test with", flush=True)
    network = start(arguments.seed)
    if arguments.start:
        network = load(arguments.start, network)
    steps = arguments.epochs * (len(others) // arguments.batch)
    rate = optax.warmup_cosine_decay_schedule(0, arguments.rate, min(200, steps // 10), steps)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=1e-3))
    state = optimiser.init(network)
    random = numpy.random.default_rng(arguments.seed)
    key = jax.random.key(arguments.seed)
    for epoch in range(arguments.epochs):
        began = time.monotonic()
        order = random.permutation(others)
        costs = []
        for first in range(0, len(order) - arguments.batch + 1, arguments.batch):
            batch = patches[numpy.sort(order[first:first + arguments.batch])]
            key, part = jax.random.split(key)
            network, state, cost = step(optimiser, network, state, batch["values"],
                                        batch["labels"].astype(numpy.int32), part)
            costs.append(cost)
        took = time.monotonic() - began
        print(f"epoch {epoch + 1}: {took:.0f} s, cost {numpy.mean(costs):.4f}", flush=True)
        if len(tests):
            report(network, tests, "  wrong:")
        save(arguments.out, network)


if __name__ == "__main__":
    main()
