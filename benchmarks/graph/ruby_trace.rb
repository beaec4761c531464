# frozen_string_literal: true

# The calls that a Ruby program makes, as it runs:
#
#     TRACE_ROOT=REPO TRACE_FILES=lib/ TRACE_OUTPUT=FILE ruby -r ./ruby_trace.rb PROGRAM
#
# It writes a truth set (see truth.py) of the files under TRACE_ROOT whose paths begin with TRACE_FILES. A call is
# `direct` when the line that makes it names what runs, `constructor` when it creates an instance, else `implicit`:
# through a symbol, a block, an operator or Ruby itself. Lines and methods that never ran have not been seen.

require "coverage"
require "json"

module NsccnTrace
  ROOT = File.realpath(ENV.fetch("TRACE_ROOT"))
  PREFIX = File.join(ROOT, ENV.fetch("TRACE_FILES", ""))
  CALLS = {}
  NAMES = {}
  LINES = Hash.new { |known, path| known[path] = File.readlines(path) }
  SEEN = {}
  RUN = {}

  module_function

  def note(point)
    path = point.path
    return unless path.start_with?(PREFIX)

    RUN[[path, point.lineno]] = true
    caller = caller_locations(3, 1)&.first
    return unless caller

    from = caller.absolute_path || caller.path
    return unless from&.start_with?(PREFIX)

    key = [from, caller.lineno, path, point.lineno, point.method_id]
    SEEN[key] = true
  end

  def group(path, line, name)
    text = LINES[path][line - 1] || ""
    return text.match?(/\bsuper\b/) ? "direct" : "constructor" if name == :initialize
    return "direct" if text.match?(/(?<![\w:])#{Regexp.escape(name.to_s.delete_suffix("="))}/)

    text.match?(/\bsuper\b/) ? "direct" : "implicit"
  end

  def ranges(path)
    found = []
    pending = [RubyVM::AbstractSyntaxTree.parse_file(path)]
    until pending.empty?
      node = pending.pop
      next unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

      found << [node.first_lineno, node.last_lineno, node.children[-2]] if %i[DEFN DEFS].include?(node.type)
      pending.concat(node.children)
    end
    found.sort_by { |first, last, _| [first, -last] }
  end

  def relative(path)
    path.delete_prefix("#{ROOT}/")
  end

  def write
    files = Coverage.result.select { |path, _| path.start_with?(PREFIX) }
    defined = files.keys.to_h { |path| [path, ranges(path)] }
    functions = {}
    defined.each { |path, found| found.each { |first, _, name| functions["#{relative(path)}:#{first}"] = name.to_s } }
    calls = SEEN.keys.filter_map { |seen| call(defined, functions, *seen) }
    best = calls.group_by { |from, to, _| [from, to] }.map do |ends, found|
      [*ends, found.map(&:last).min_by { |name| %w[direct constructor implicit].index(name) }]
    end
    skipped = files.to_h do |path, found|
      unseen = found[:lines].each_with_index.filter_map { |count, place| place + 1 if count == 0 }
      idle = defined[path].reject { |first, _, _| RUN[[path, first]] }
      [relative(path), unseen.map { |line| [line, line] } + idle.map { |first, last, _| [first, last] }]
    end
    rows = { functions: functions, calls: best.sort, unknown: [], skipped: skipped }
    File.write(ENV.fetch("TRACE_OUTPUT"), JSON.generate(rows))
  end

  def call(defined, functions, from, line, path, start, name)
    return unless defined[from] && defined[path]

    around = defined[from].select { |first, last, _| first <= line && line <= last }.last
    callee = "#{relative(path)}:#{start}"
    functions[callee] ||= name.to_s
    ["#{relative(from)}:#{around ? around.first : 0}", callee, group(from, line, name)]
  end
end

Coverage.start(lines: true)
tracing = TracePoint.new(:call) { |point| NsccnTrace.note(point) }
at_exit do
  tracing.disable
  NsccnTrace.write
end
tracing.enable
