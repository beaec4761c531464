; Calls

((function_call_expression function: (function) @callee) @call
  (#not-match? @callee "^(abs|accept|atan2|bind|binmode|bless|caller|chdir|chmod|chomp|chop|chown|chr|close|connect|cos|defined|delete|die|do|each|eof|eval|exec|exists|exit|exp|fork|getc|glob|goto|grep|hex|index|int|join|keys|kill|lc|lcfirst|length|link|listen|local|localtime|log|map|mkdir|my|next|no|oct|open|opendir|ord|our|pack|pipe|pop|pos|print|printf|push|quotemeta|rand|read|readdir|readline|recv|redo|ref|rename|require|reset|return|reverse|rewinddir|rindex|rmdir|say|scalar|seek|select|send|shift|shutdown|sin|sleep|socket|sort|splice|split|sprintf|sqrt|srand|stat|sub|substr|symlink|syscall|sysread|system|syswrite|tell|tie|time|truncate|uc|ucfirst|umask|undef|unlink|unpack|unshift|untie|use|utime|values|vec|wait|waitpid|wantarray|warn|write)$"))
((ambiguous_function_call_expression function: (function) @callee) @call
  (#not-match? @callee "^(abs|accept|atan2|bind|binmode|bless|caller|chdir|chmod|chomp|chop|chown|chr|close|connect|cos|defined|delete|die|do|each|eof|eval|exec|exists|exit|exp|fork|getc|glob|goto|grep|hex|index|int|join|keys|kill|lc|lcfirst|length|link|listen|local|localtime|log|map|mkdir|my|next|no|oct|open|opendir|ord|our|pack|pipe|pop|pos|print|printf|push|quotemeta|rand|read|readdir|readline|recv|redo|ref|rename|require|reset|return|reverse|rewinddir|rindex|rmdir|say|scalar|seek|select|send|shift|shutdown|sin|sleep|socket|sort|splice|split|sprintf|sqrt|srand|stat|sub|substr|symlink|syscall|sysread|system|syswrite|tell|tie|time|truncate|uc|ucfirst|umask|undef|unlink|unpack|unshift|untie|use|utime|values|vec|wait|waitpid|wantarray|warn|write)$"))
((method_call_expression invocant: (_) @receiver method: (method) @method) @call (#not-match? @method "^(SUPER|super)::"))
((method_call_expression method: (method) @callee) @call (#match? @callee "^(SUPER|super)::"))

; Functions that are handed over

(refgen_expression (function (varname) @value))

; Variables, and what objects hold

((variable_declaration variable: (scalar) @target) @declare (#not-eq? @target "$self"))
((assignment_expression left: (variable_declaration variable: (scalar) @target) right: (_) @value) @declare
  (#not-eq? @target "$self"))
((assignment_expression left: (hash_element_expression) @target operator: _ @_sign right: (_) @value) @assign (#eq? @_sign "="))
((assignment_expression left: (hash_element_expression) @target operator: _ @_sign) @augment (#not-eq? @_sign "="))
(for_statement variable: (scalar) @target list: (_) @value) @loop

; Results and errors

(return_expression (_) @return)
((ambiguous_function_call_expression function: (function) @_raise
  arguments: (method_call_expression invocant: (bareword) @error)) @raise
  (#any-of? @_raise "die" "croak" "confess"))

[(string_literal) (interpolated_string_literal)] @literal
