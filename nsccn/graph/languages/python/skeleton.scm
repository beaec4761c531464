; A string behind an assignment documents it

(class_definition body: (block (assignment) . (string) @remark))
(module (assignment) . (string) @remark)
