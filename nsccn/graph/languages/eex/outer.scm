; Where code stands in a template

[(directive (code) @step) (output_directive (code) @step)]
