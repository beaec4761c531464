//! The scale at the counter.

pub const Overloaded = error{TooHeavy};

pub const Scale = struct {
    limit: u32,
    shown: u32 = 0,

    pub fn put(self: *Scale, grams: u32) !void {
        if (grams > self.limit) return error.TooHeavy;
        self.shown = grams;
    }

    pub fn clear(self: *Scale) void {
        self.shown = 0;
    }
};
