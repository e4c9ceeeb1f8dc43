"""Learning platforms (LMS): their exports collected, their import files filled.

==============  ==================================================================================
`collect`       `gradebox collect`: recognise, find out whose, lay into submitted/
`returns`       `gradebox return`: marks and pages as the platform takes them back
`exports`       zip files and folders read as data, within limits
`lists`         CSV lists: worksheets, gradebooks, lists of people
`starting`      `gradebox course new`: a course folder
`extensions`    `gradebox extend`: more time for single students
`roster`        who takes part, under ids that stay the same over the term
`zones`         the time zone of the platform, or of the machine
`record`        what was collected of a unit, from where and when: the way back
`moodle`        Moodle: *Download all submissions*, the grading worksheet
`canvas`        Canvas: *Download Submissions*, the gradebook
`mails`         a folder of mails (RFC 5322) with attachments
`exchange`      nbgrader's exchange
`plain`         anything else: a folder or a file for each student
==============  ==================================================================================
"""
