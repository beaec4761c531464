; Blocks with two labels are named by both, `aws_s3_bucket.logs`, and most by their own word before these. Those of
; well-known words are found wherever they stand, since a block that is half-typed takes in what follows it.

((block
  . (identifier) @_kind
  . [(string_lit (template_literal) @owner) (identifier) @owner]
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) @members) @definition.block
  (#eq? @_kind "resource"))
((block
  . (identifier) @_kind @owner
  . [(string_lit (template_literal) @owner) (identifier) @owner]
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) @members) @definition.block
  (#any-of? @_kind "data" "ephemeral"))
((block
  . (identifier) @owner
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) @members) @definition.block
  (#any-of? @owner "check" "module" "provider" "run"))
((config_file (body (block
  . (identifier) @_kind @owner
  . [(string_lit (template_literal) @owner) (identifier) @owner]
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) @members) @definition.block))
  (#not-match? @_kind "^(data|ephemeral|resource)$"))
((config_file (body (block
  . (identifier) @owner
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) @members) @definition.block))
  (#not-match? @owner "^(check|module|output|provider|run|variable)$"))
((config_file (body (block
  . (identifier) @name
  . (block_start) @members) @definition.block))
  (#any-of? @name "build" "packer" "remote_state" "terraform"))

; A provider that goes by another name

((block
  . (identifier) @_provider @owner
  . [(string_lit (template_literal) @name @owner) (identifier) @name @owner]
  . (block_start) @members
  (body (attribute
    . (identifier) @_alias
    . (expression (literal_value (string_lit (template_literal) @title)))))) @definition.block
  (#eq? @_provider "provider")
  (#eq? @_alias "alias"))

; Values

((block
  . (identifier) @owner
  . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start)) @definition.var
  (#any-of? @owner "variable" "output"))
((block
  . (identifier) @owner
  . (block_start)
  (body (attribute . (identifier) @name) @definition.var))
  (#eq? @owner "locals"))

; What a variable or output says of itself

((config_file (body (block (body (attribute
  . (identifier) @_description
  . (expression [
    (literal_value (string_lit (template_literal) @value))
    (template_expr (heredoc_template . (heredoc_start) . (heredoc_identifier) . (template_literal) @value))])) @doc))))
  (#eq? @_description "description"))

; Modules that are taken in

((block
  . (identifier) @_module
  . [(string_lit (template_literal) @alias) (identifier) @alias]
  . (block_start)
  (body (attribute
    . (identifier) @_source
    . (expression (literal_value (string_lit (template_literal) @module)))) @import))
  (#any-of? @_module "dependency" "module")
  (#any-of? @_source "config_path" "source"))
((config_file (body (block
  . (identifier) @_terraform
  . (block_start)
  (body (attribute
    . (identifier) @_source
    . (expression (literal_value (string_lit (template_literal) @module)))) @import))))
  (#eq? @_terraform "terraform")
  (#eq? @_source "source"))
((config_file (body (block
  . (identifier) @_run
  . [(string_lit (template_literal) @alias) (identifier) @alias]
  . (block_start)
  (body (block
    . (identifier) @_module
    . (block_start)
    (body (attribute
      . (identifier) @_source
      . (expression (literal_value (string_lit (template_literal) @module)))) @import))))))
  (#eq? @_run "run")
  (#eq? @_module "module")
  (#eq? @_source "source"))

; Files of Terragrunt above this one, and those that lie beside such a one

((function_call . (identifier) @_above) @import
  (#eq? @_above "find_in_parent_folders"))
((quoted_template
  . (quoted_template_start)
  . (template_interpolation (expression (function_call . (identifier) @_folder)))
  . (template_literal)
  . (quoted_template_end)) @import
  (#eq? @_folder "dirname"))
