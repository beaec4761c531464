//! Weighs what is sold by weight.

const Scale = @import("scale.zig").Scale;

pub fn weigh(scale: *Scale, grams: u32, price: u32) !u32 {
    defer scale.clear();
    try scale.put(grams);
    return cost(scale.shown, price);
}

fn cost(grams: u32, price: u32) u32 {
    return grams * price / 1000;
}
