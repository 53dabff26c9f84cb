/** Every business constant of the specification's section 9, and of the decisions beside it. */

// Lists, in items a page. Pages count from 1.
export const TOPICS_PER_PAGE = 8
export const NOTES_PER_PAGE = 9
/** On the member's home. */
export const LATEST_NOTES_SHOWN = 3
export const SHARE_HUBS_PER_PAGE = 4
export const SHARE_NOTES_PER_PAGE = 6
export const HUBS_PER_PAGE = 7
export const SEARCH_RESULTS_PER_PAGE = 2
export const SHARED_NOTES_PER_PAGE = 9
export const SUGGESTIONS_PER_PAGE = 7
export const NOTE_SEARCH_RESULTS_PER_PAGE = 9
export const REPORTS_PER_PAGE = 7
export const AUDIT_ENTRIES_PER_PAGE = 7
/** The newest of a thread first; older ones on demand, as many at a time. */
export const COMMENTS_AT_ONCE = 50
/** The most of them at a time for who goes back to one comment. */
export const COMMENTS_BACK_AT_ONCE = 300
/** The most items a caller may ask for at once. */
export const ITEMS_PER_PAGE_MAX = 50

// Lengths, in UTF-16 units of the NFC text: what a browser's counter shows.
export const NOTE_TITLE_MAX = 40
export const NOTE_BODY_MAX = 5000
export const TOPIC_TITLE_MAX = 40
export const SUGGESTION_MIN = 10
export const SUGGESTION_MAX = 100
export const ANSWER_MAX = 300
/** How many suggestions without an answer administrators are listed, and how far these are counted; screens show 99+. */
export const UNANSWERED_SHOWN = 20
export const UNANSWERED_COUNTED_MAX = 100
/** A word is looked for among so many of the newest suggestions; of what a search or a filter finds so many are listed, the newest. */
export const SUGGESTIONS_SEARCHED = 20_000
export const SUGGESTION_SEARCH_RESULTS_MAX = 700
/** A new suggestion must differ from so many of its writer's last ones. */
export const SUGGESTIONS_COMPARED = 10
export const COMMENT_MAX = 500
/** Of a report: what the reporter says, and what an administrator did. */
export const REPORT_WORDS_MAX = 300
export const REPORT_OUTCOME_MAX = 300
/** A whole note, and its title and a line break above. */
export const REPORT_COPY_MAX = 5041
/** So many people a comment calls at the most: the first ones. */
export const MENTIONED_MAX = 20
/** How much of a comment an answer to it shows. */
export const QUOTE_MAX = 80
export const NOTICE_TITLE_MIN = 5
export const NOTICE_TITLE_MAX = 100
export const NOTICE_CONTENT_MIN = 5
export const NOTICE_CONTENT_MAX = 100
/** Of the notices that are to be shown only so many are, the newest. */
export const NOTICES_SHOWN_MAX = 20
/** How many of the hidden ones administrators find again, newest first. */
export const NOTICES_HIDDEN_MAX = 50
export const USERNAME_MIN = 5
export const USERNAME_MAX = 40
export const EMAIL_MAX = 320
/** In digits. */
export const MOBILE_MIN_DIGITS = 10
export const MOBILE_MAX_DIGITS = 15
export const PASSWORD_MIN = 8
/** At sign-up. */
export const PASSWORD_MAX = 64
/** In my-info, where the specification asks for 8 to 15. */
export const NEW_PASSWORD_MAX = 15

/** How long a deleted note can be brought back. */
export const TRASH_KEPT_DAYS = 30
export const TRASH_KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1000
/** How long its deletion can be undone as a whole, its shares included. */
export const UNDO_DELETE_MS = 60_000
/** Of a note's text in a list, in code points: a line on the widest screen. */
export const NOTE_EXCERPT_MAX = 120
/** Notes that are moved, deleted or restored with one call. */
export const NOTES_AT_ONCE_MAX = 50

/** In characters; ours have about 200. */
export const AUTH_TOKEN_MAX = 4096
/** In characters: a UUID, and some more. */
export const EPOCH_MAX = 64

/** How many one person may have; rooms that others made, and being added to one, count against nobody. */
export const QUOTAS = {
  topics: 1_000,
  notes: 20_000,
  hubsMade: 500,
  hubsPinned: 5,
  blocks: 1_000,
  passkeys: 20,
  pushDevices: 10,
} as const
export type QuotaName = keyof typeof QUOTAS

/** 5,000 Hangul syllables, each sent as three jamo of nine percent-encoded characters. */
export const NOTE_BODY_ENCODED_MAX = NOTE_BODY_MAX * 27
/** A request body without files, in bytes. */
export const BODY_BYTES_MAX = 256 * 1024
/** The same for calls that anybody may make: an address, a password, a token. */
export const STRANGERS_BODY_BYTES_MAX = 16 * 1024
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024
/** Width and height of a stored profile picture, in pixels. */
export const PICTURE_PIXELS = 235
/** The width of a stored picture of a note, in pixels. */
export const NOTE_PICTURE_PIXELS = 1_600
/** Its height: an address tells it with four digits. */
export const NOTE_PICTURE_HEIGHT = 9_999
/** Both multiplied: a screenshot of a long talk, 1,080 × 8,000, stays as it is. */
export const NOTE_PICTURE_AREA = 9_000_000
/** What one may have when it comes, over all its frames. */
export const NOTE_PICTURE_INPUT_PIXELS = 50_000_000
/** An animation that takes more than this when it is stored becomes its first frame, in bytes. */
export const ANIMATION_BYTES_MAX = 5 * 1024 * 1024
/** All pictures in one person's notes, as they are stored, in bytes. */
export const NOTE_PICTURES_BYTES_MAX = 200 * 1024 * 1024
/** How long a picture is kept that no note of its owner's holds: when none ever did, and when one did before. */
export const UNUSED_PICTURE_MS = 30 * 24 * 60 * 60 * 1000
export const DROPPED_PICTURE_MS = 24 * 60 * 60 * 1000

/**
 * What can be brought in at once: an archive, a text, the texts of an archive unpacked, in bytes; texts, and the notes made of them;
 * pictures, and their bytes. All that somebody may have taken away fits.
 */
export const IMPORT_ZIP_BYTES_MAX = 256 * 1024 * 1024
export const IMPORT_FILE_BYTES_MAX = 1024 * 1024
export const IMPORT_UNPACKED_BYTES_MAX = 20 * 1024 * 1024
export const IMPORT_FILES_MAX = 1_000
export const IMPORT_NOTES_MAX = 1_000
export const IMPORT_PICTURES_MAX = 2_000
export const IMPORT_PICTURES_BYTES_MAX = NOTE_PICTURES_BYTES_MAX

/** What notes are searched for, in UTF-16 units. */
export const SEARCH_QUERY_MAX = 40
/** What is found everywhere is listed in groups: so many of each, and so many of one that is opened. */
export const SEARCH_RESULTS_PER_GROUP = 3
export const SEARCH_RESULTS_IN_OPENED_GROUP = 30
/** Only so many notes are found, the newest; a longer query finds fewer. */
export const NOTE_SEARCH_RESULTS_MAX = 900

/** So many people an administrator finds at a time. */
export const PEOPLE_LOOKED_UP_MAX = 20

/** A search for friends runs above this many characters. */
export const SEARCH_STARTS_ABOVE = 4
export const SEARCH_CANDIDATES_MAX = 10
/** How long somebody found can be put into a room by who found them. */
export const CONTACT_MS = 24 * 60 * 60 * 1000
/** Of those somebody found so many are remembered, the last found. */
export const CONTACTS_MAX = 500
/** Members of a hub when it is made, its maker included. */
export const HUB_CREATED_MEMBERS_MAX = 50
/** What its members call a hub, in UTF-16 units. */
export const HUB_NAME_MAX = 20
/** How much of what happened last a list of hubs tells, in UTF-16 units: a line of a row. */
export const LATEST_TEXT_MAX = 80
/** Members of a hub as it grows. */
export const HUB_MEMBERS_MAX = 200
/** How long a link leads into a hub, and how many people. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000
export const INVITED_BY_LINK_MAX = 50
/** In code points; more than 128 bits take. */
export const INVITATION_TOKEN_MAX = 100
/** For how long after they came every member may take out who came by a link. */
export const MEMBER_REMOVAL_MS = 7 * 24 * 60 * 60 * 1000
/** A hub's unread number is counted no further than this; screens show 99+. */
export const UNREAD_CAP = 100
export const UNREAD_SHOWN_MAX = 99
/** How many shares a client tells at once to be seen. */
export const SEEN_TOLD_MAX = 100
/** How many ranges of seen shares are kept for a member above those that are all read. */
export const SEEN_RANGES_MAX = 32

// What somebody is told of.
export const NOTIFICATIONS_PER_PAGE = 20
export const NOTIFICATION_MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
/** Of somebody's entries so many are kept at the most; once there are more, only so many of the newest stay. */
export const NOTIFICATIONS_MAX = 1_000
export const NOTIFICATIONS_LEFT = 900
/** Of what an entry gathers, comments or people, so many are kept: the last. */
export const NOTIFICATION_GATHERED_MAX = 100
/** How many people an entry tells by name and face, and how many names of a room. */
export const NOTIFICATION_PEOPLE_SHOWN = 3
/** How much of a comment or an opinion an entry tells, in UTF-16 units: a line of it. */
export const NOTIFICATION_LINE_MAX = 80
/** Of the name of an entry's thing, in characters. */
export const NOTIFICATION_TARGET_MAX = 120

// What devices are told of while nobody looks.
/** What happens within this time is told together. */
export const PUSH_GATHERED_MS = 50_000
/** How long a push service keeps what it cannot deliver, and how far back what is new is told once more with what came later. */
export const PUSH_KEPT_MS = 12 * 60 * 60 * 1000
/** What happened longer ago is no news, if it could not be told before. */
export const PUSH_LATE_MS = 30 * 60 * 1000
/** How many rooms of one person a device may be told nothing of. */
export const PUSH_ROOMS_OFF_MAX = 1_000

export const AVATARS_SHOWN = 3
export const NAMES_SHOWN = 2

/** What a reset by e-mail makes, in characters: so long that it passes my-info's rule, too. */
export const TEMPORARY_PASSWORD_LENGTH = 10
export const TEMPORARY_PASSWORD_MS = 30 * 60 * 1000
/** How many temporary passwords of a person are good at once, and when there are so many, how far apart further ones. */
export const TEMPORARY_PASSWORDS_MAX = 3
export const TEMPORARY_PASSWORD_PAUSE_MS = 10 * 60 * 1000
/** How long the link in a mail confirms an e-mail. */
/** In code points; more than a number and 128 bits take. */
export const CONFIRMATION_TOKEN_MAX = 100
export const EMAIL_CONFIRMATION_MS = 24 * 60 * 60 * 1000
/** What its owner calls a passkey, in UTF-16 units. */
export const PASSKEY_NAME_MAX = 40
/** How long a browser may take to make or to show a passkey. */
export const PASSKEY_CEREMONY_MS = 5 * 60 * 1000
/** How long my-info may be changed after the password was shown. */
export const PASSWORD_PROOF_MS = 15 * 60 * 1000

/** How long a comment can be changed by its writer. */
export const COMMENT_EDIT_MS = 5 * 60 * 1000
/** How often somebody is told to be writing a comment, at the most. */
export const COMPOSING_PERIOD_MS = 2_000

/** How long a sharing can be taken back before anybody hears of it. */
export const SHARE_TAKE_BACK_SECONDS = 10

/** How often each node says again who looks at a discussion. */
export const PRESENCE_REFRESH_MS = 20_000
/** After how long what a node said of them is believed no more: two refreshes may get lost on the way. */
export const PRESENCE_EXPIRE_MS = 45_000

export const AUTOSAVE_PERIOD_MS = 60_000
/** A note's saved versions that can be brought back, the newest included. */
export const HISTORY_VERSIONS_MAX = 50
/** Saves of one session within this time of the first of them are one version, as long as they only add. */
export const EDITING_SESSION_MS = 5 * 60_000
/** A text that stood for so long is kept once a save removes anything of it. */
export const HISTORY_STOOD_MS = 60_000
/** A save that removes so many characters, or this share of a shorter text, always keeps the text before it. */
export const HISTORY_CUT_LENGTH = 200
export const HISTORY_CUT_SHARE = 1 / 5
export const SESSION_MS = 7 * 24 * 60 * 60 * 1000
/** How long a device that stays signed in does so without being used. */
export const REMEMBER_ME_MS = 60 * 24 * 60 * 60 * 1000
/** Sessions of a person; beyond them the one that was seen the longest ago ends. */
export const SESSIONS_MAX = 30
/** Browsers in which a person has signed in that are remembered, the last seen ones. */
export const DEVICES_MAX = 50
/** How long a browser keeps that it is such a one: as long as browsers keep anything. */
export const DEVICE_COOKIE_MS = 400 * 24 * 60 * 60 * 1000
export const LAZY_PART_TIMEOUT_MS = 120_000

export const EMAIL_DOMAINS = ['naver.com', 'gmail.com', 'daum.net', 'hanmail.net', 'kakao.com'] as const
export const EMAIL_DOMAINS_SHOWN = 3

/** How long it is kept what administrators did. */
export const AUDIT_LOG_MS = 365 * 24 * 60 * 60 * 1000

/** Days over which administrators see how much came to be. */
export const DAYS_COUNTED = 30

/** How long the copies in reports are kept. */
export const REPORT_MS = 90 * 24 * 60 * 60 * 1000
