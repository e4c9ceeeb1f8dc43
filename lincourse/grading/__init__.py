"""Grading a class: `lincourse grade ASSIGNMENT`.

A submission passes through these rooms:

==============  ==================================================================================
`course`        the course folder, and what an assignment asks
`intake`        a submission read as data; the notebook rebuilt from the course
`given`         what of this package student code may import while it is graded
`sandbox`       a warm process in bubblewrap, from which one process is forked per submission
`inside`        what runs in there: the student's cells and functions
`wire`          plain data between the two sides
`student`       the other end of that: a student's names and functions as the tests see them
`judge`         test cells of the course, in a process of their own
`gradebook`     nbgrader's gradebook, with one writer
`feedback`      the page a student gets
`report`        the page and the table an instructor gets
`page`          what these two pages share
`kept`          files in the course folder, written whole or not at all
`workers`       processes that grade side by side
`demo`          a made-up class, to try it all
`pipeline`      all of it for a class: workers, progress, what was done already
==============  ==================================================================================
"""
