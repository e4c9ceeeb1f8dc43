"""Learning platforms (LMS): collect their exports, fill in the files they import.

==================  ==============================================================================
`platform`          the `Platform` protocol, and the data it works with
`registry`          all platforms: those in `adapters/`, and those of other packages
`adapters/`         Moodle and Canvas (files, web services), e-mail, nbgrader's exchange, plain zip
`connect`           `course connect`: store where a platform's web service has the assignments
`connection`        such a connection, and its token
`web_site`          an HTTP client for web services
`posting`           which marks to post through a web service, and what was posted
`comments`          our comments in Moodle, beside a teacher's own
`listing`           the participants of a connected assignment
`collect`           `collect`: match uploads with people, stage them, record them
`inputs`            sort the files given to `collect`: which platform is each from?
`unit_detection`    recognise the assignment of a notebook by its grade_ids
`staging`           write an upload's files, before they replace those in submitted/
`collect_report`    tell the instructor what was collected
`return_marks`      `return`: have each platform fill in marks and feedback pages
`handback`          the marks of one assignment, as platforms get them
`extend`            `extend`: more time for single students
`roster`            who takes part, under IDs that stay the same over the term
`exports`           zip files and folders, read as data within limits
`csv_files`         CSV files, read and written in any dialect
`worksheet`         Moodle's grading worksheet, recognised in any language
`dates`             written dates in any language
`timezones`         the time zone of a course
==================  ==============================================================================

To support another platform, write one module in `adapters/` (or in a package of your own with an
entry point in the group `gradebox.platforms`) that sets `PLATFORM` to an instance of a subclass of
`platform.Platform`. Nothing else changes.
"""
