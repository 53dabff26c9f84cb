/** The business constants of section 9 of the specification, and of the decisions in `docs/decisions`. */

// Lists, in items per page. Pages count from 1.
export const TOPICS_PER_PAGE = 8
export const NOTES_PER_PAGE = 9
/** On the home screen of members. */
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
/** The newest comments of a thread, and each further page of older ones. */
export const COMMENTS_AT_ONCE = 50
/** The maximum when a user jumps to an older comment. */
export const COMMENTS_BACK_AT_ONCE = 300
/** The maximum page size of a request. */
export const ITEMS_PER_PAGE_MAX = 50

// Lengths, in UTF-16 units of the NFC text, as counters in the browser show them.
export const NOTE_TITLE_MAX = 40
export const NOTE_BODY_MAX = 5000
/** The notes of a series. */
export const SERIES_PARTS_MAX = 50
export const TOPIC_TITLE_MAX = 40
export const SUGGESTION_MIN = 10
export const SUGGESTION_MAX = 100
export const ANSWER_MAX = 300
/** Unanswered suggestions listed for administrators, and the limit of their count. Screens show 99+. */
export const UNANSWERED_SHOWN = 20
export const UNANSWERED_COUNTED_MAX = 100
/** Searches cover this many of the newest suggestions. A search or filter lists this many of the newest results. */
export const SUGGESTIONS_SEARCHED = 20_000
export const SUGGESTION_SEARCH_RESULTS_MAX = 700
/** A new suggestion must differ from this many previous ones of its author. */
export const SUGGESTIONS_COMPARED = 10
export const COMMENT_MAX = 500
/** The comment of a reporter, and the action of an administrator. */
export const REPORT_WORDS_MAX = 300
export const REPORT_OUTCOME_MAX = 300
/** What an administrator tells the author of a public note that is taken down. */
export const TAKEDOWN_REASON_MAX = 300
/** 128 bits in base64url. */
export const PUBLIC_LINK_ID_LENGTH = 22
/** A whole note with its title and a line break. */
export const REPORT_COPY_MAX = 5041
/** The maximum number of mentions of a comment. Further ones have no effect. */
export const MENTIONED_MAX = 20
/** The length of the quote in a reply. */
export const QUOTE_MAX = 80
/** The quote of a passage, and its context on each side. */
export const PASSAGE_EXACT_MAX = 300
export const PASSAGE_CONTEXT_MAX = 32
/** Highlights and comments that begin a passage: on a note in a hub, and of one user there. Replies do not count. */
export const PASSAGES_PER_THREAD_MAX = 500
export const PASSAGES_PER_USER_MAX = 100
/** The highlights, comments and rooms that an author gets for a note, the newest ones. */
export const NOTE_PASSAGES_MAX = 2_000
export const NOTE_PASSAGE_ROOMS_MAX = 100
export const NOTICE_TITLE_MIN = 5
export const NOTICE_TITLE_MAX = 100
export const NOTICE_CONTENT_MIN = 5
export const NOTICE_CONTENT_MAX = 100
/** The maximum number of shown notices, the newest ones. */
export const NOTICES_SHOWN_MAX = 20
/** The number of hidden notices listed for administrators, newest first. */
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
/** For password changes; the specification requires 8 to 15. */
export const NEW_PASSWORD_MAX = 15

/** How long a deleted note can be restored. */
export const TRASH_KEPT_DAYS = 30
export const TRASH_KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1000
/** How long a deletion can be undone, including the shares. */
export const UNDO_DELETE_MS = 60_000
/** The excerpt of a note in a list, in code points: a line on the widest screen. */
export const NOTE_EXCERPT_MAX = 120
/** Notes per call to move, delete or restore. */
export const NOTES_AT_ONCE_MAX = 50

/** In characters; our tokens have about 200. */
export const AUTH_TOKEN_MAX = 4096
/** In characters: a UUID with a reserve. */
export const EPOCH_MAX = 64

/** Quotas per user. Hubs created by others do not count. */
export const QUOTAS = {
  topics: 1_000,
  notes: 20_000,
  hubsMade: 500,
  hubsPinned: 5,
  blocks: 1_000,
  passkeys: 20,
  oidcLinks: 10,
  pushDevices: 10,
  publicLinks: 200,
  apiTokens: 20,
} as const
export type QuotaName = keyof typeof QUOTAS

/** 5,000 Hangul syllables, each sent as three jamo with nine percent-encoded characters. */
export const NOTE_BODY_ENCODED_MAX = NOTE_BODY_MAX * 27
/** The size of a request body without files, in bytes. */
export const BODY_BYTES_MAX = 256 * 1024
/** The same for calls without sign-in, which only send addresses, passwords and tokens. */
export const ANONYMOUS_BODY_BYTES_MAX = 16 * 1024
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024
/** The width and height of a stored profile picture, in pixels. */
export const PICTURE_PIXELS = 235
/** The maximum width of a stored note picture, in pixels. */
export const NOTE_PICTURE_PIXELS = 1_600
/** The maximum height: addresses store it in four digits. */
export const NOTE_PICTURE_HEIGHT = 9_999
/** The maximum area: a long screenshot of 1,080 × 8,000 keeps its size. */
export const NOTE_PICTURE_AREA = 9_000_000
/** The maximum pixels of an uploaded picture, over all frames. */
export const NOTE_PICTURE_INPUT_PIXELS = 50_000_000
/** A larger stored animation is reduced to its first frame, in bytes. */
export const ANIMATION_BYTES_MAX = 5 * 1024 * 1024
/** The stored pictures in all notes of a user, in bytes. */
export const NOTE_PICTURES_BYTES_MAX = 200 * 1024 * 1024
/** How long an unreferenced picture is kept: if no note ever contained it, and if a note did. */
export const UNUSED_PICTURE_MS = 30 * 24 * 60 * 60 * 1000
export const DROPPED_PICTURE_MS = 24 * 60 * 60 * 1000

/**
 * The limits of an import. Bytes of an archive, of a text, and of the unpacked texts of an archive; numbers of texts, notes and
 * pictures; bytes of pictures. Every data export fits.
 */
export const IMPORT_ZIP_BYTES_MAX = 256 * 1024 * 1024
export const IMPORT_FILE_BYTES_MAX = 1024 * 1024
export const IMPORT_UNPACKED_BYTES_MAX = 20 * 1024 * 1024
export const IMPORT_FILES_MAX = 1_000
export const IMPORT_NOTES_MAX = 1_000
export const IMPORT_PICTURES_MAX = 2_000
export const IMPORT_PICTURES_BYTES_MAX = NOTE_PICTURES_BYTES_MAX

/** The length of a search query, in UTF-16 units. */
export const SEARCH_QUERY_MAX = 40
/** Results per group of the global search, and in an opened group. */
export const SEARCH_RESULTS_PER_GROUP = 3
export const SEARCH_RESULTS_IN_OPENED_GROUP = 30
/** The maximum number of found notes, the newest ones. */
export const NOTE_SEARCH_RESULTS_MAX = 900

/** The maximum number of users that administrators find at once. */
export const PEOPLE_LOOKED_UP_MAX = 20

/** Searches for friends need more characters than this. */
export const SEARCH_STARTS_ABOVE = 4
export const SEARCH_CANDIDATES_MAX = 10
/** How long a user may add a looked-up user to a hub. */
export const CONTACT_MS = 24 * 60 * 60 * 1000
/** The stored number of looked-up users, the latest ones. */
export const CONTACTS_MAX = 500
/** Members of a new hub, including its creator. */
export const HUB_CREATED_MEMBERS_MAX = 50
/** The length of a hub name, in UTF-16 units. */
export const HUB_NAME_MAX = 20
/** The length of the last activity in a list of hubs, in UTF-16 units: one line. */
export const LATEST_TEXT_MAX = 80
/** The maximum number of members of a hub. */
export const HUB_MEMBERS_MAX = 200
/** How long an invite link is valid, and for how many users. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000
export const INVITED_BY_LINK_MAX = 50
/** In code points; 128 bits take fewer. */
export const INVITATION_TOKEN_MAX = 100
/** How long each member may remove a member who joined by a link. */
export const MEMBER_REMOVAL_MS = 7 * 24 * 60 * 60 * 1000
/** The limit of the unread count of a hub. Screens show 99+. */
export const UNREAD_CAP = 100
export const UNREAD_SHOWN_MAX = 99
/** Shares per call that marks them as seen. */
export const SEEN_SEQS_MAX = 100
/** Stored ranges of seen shares per member, above the last read share. */
export const SEEN_RANGES_MAX = 32

// Notifications
export const NOTIFICATIONS_PER_PAGE = 20
export const NOTIFICATION_MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
/** The maximum number of notifications of a user, and how many of the newest remain after a cleanup. */
export const NOTIFICATIONS_MAX = 1_000
export const NOTIFICATIONS_LEFT = 900
/** The maximum number of comments or users grouped in a notification, the latest ones. */
export const NOTIFICATION_GROUPED_MAX = 100
/** Users shown with name and picture in a notification, and names shown for a hub. */
export const NOTIFICATION_PEOPLE_SHOWN = 3
/** The length of a quoted comment or suggestion in a notification, in UTF-16 units: one line. */
export const NOTIFICATION_LINE_MAX = 80
/** The length of the target name of a notification, in characters. */
export const NOTIFICATION_TARGET_MAX = 120

// Push notifications
/** Events within this time are pushed together. */
export const PUSH_DELAY_MS = 50_000
/** How long a push service keeps an undelivered push, and how far back a push repeats earlier events. */
export const PUSH_KEPT_MS = 12 * 60 * 60 * 1000
/** Older events are no longer pushed. */
export const PUSH_LATE_MS = 30 * 60 * 1000
/** The maximum number of hubs muted on a device. */
export const PUSH_ROOMS_OFF_MAX = 1_000

// E-mail notifications
/** How long a notification stays unseen before it is mailed. */
export const MAIL_DELAY_MS = 15 * 60 * 1000
/** The hour in Seoul of daily and weekly mails; weekly ones on Mondays. */
export const MAIL_HOUR = 8
/** The maximum number of weekly digests of a user. */
export const MAIL_DIGESTS_MAX = 100

export const AVATARS_SHOWN = 3
export const NAMES_SHOWN = 2

/** The length of a temporary password, which also meets the rules for new passwords. */
export const TEMPORARY_PASSWORD_LENGTH = 10
export const TEMPORARY_PASSWORD_MS = 30 * 60 * 1000
/** The number of valid temporary passwords of a user, and the interval between further ones after that. */
export const TEMPORARY_PASSWORDS_MAX = 3
export const TEMPORARY_PASSWORD_PAUSE_MS = 10 * 60 * 1000
/** In code points; a number and 128 bits take fewer. */
export const CONFIRMATION_TOKEN_MAX = 100
/** How long a confirmation link is valid. */
export const EMAIL_CONFIRMATION_MS = 24 * 60 * 60 * 1000
/** The length of a passkey name, in UTF-16 units. */
export const PASSKEY_NAME_MAX = 40
/** The length of an API token's name, in UTF-16 units. */
export const API_TOKEN_NAME_MAX = 40
/** The longest validity of an API token. */
export const API_TOKEN_DAYS_MAX = 365
/** How long a browser may take to create or use a passkey. */
export const PASSKEY_CEREMONY_MS = 5 * 60 * 1000
/** The OpenID Connect providers of an installation. */
export const OIDC_PROVIDERS_MAX = 10
/** How long signing in at a provider may take. */
export const OIDC_TRANSACTION_MS = 10 * 60 * 1000
/** How long a confirmed identity waits for the browser: a new user chooses a name meanwhile. */
export const OIDC_TICKET_MS = 15 * 60 * 1000
/** How long account data may be changed after the password was confirmed. */
export const PASSWORD_PROOF_MS = 15 * 60 * 1000

/** How long a writer may edit a comment. */
export const COMMENT_EDIT_MS = 5 * 60 * 1000
/** The minimum interval between typing events. */
export const COMPOSING_PERIOD_MS = 2_000

/** How long a share can be undone before it is sent. */
export const SHARE_TAKE_BACK_SECONDS = 10

/** How often each node publishes its viewers again. */
export const PRESENCE_REFRESH_MS = 20_000
/** When the viewers of a node expire: two refreshes may get lost. */
export const PRESENCE_EXPIRE_MS = 45_000

export const AUTOSAVE_PERIOD_MS = 60_000
/** The stored versions of a note, including the current one. */
export const HISTORY_VERSIONS_MAX = 50
/** Saves of a session within this time form one version if they only add text. */
export const EDITING_SESSION_MS = 5 * 60_000
/** A text that was current for this long is kept as a version when a save removes any of it. */
export const HISTORY_STOOD_MS = 60_000
/** A save that removes this many characters, or this fraction of a shorter text, always keeps the previous text. */
export const HISTORY_CUT_LENGTH = 200
export const HISTORY_CUT_SHARE = 1 / 5
export const SESSION_MS = 7 * 24 * 60 * 60 * 1000
/** How long a remembered session lasts without use. */
export const REMEMBER_ME_MS = 60 * 24 * 60 * 60 * 1000
/** Sessions per user. Beyond the limit, the least recently used one ends. */
export const SESSIONS_MAX = 30
/** Known browsers per user, the most recently used ones. */
export const DEVICES_MAX = 50
/** The lifetime of the device cookie: the maximum that browsers allow. */
export const DEVICE_COOKIE_MS = 400 * 24 * 60 * 60 * 1000
export const LAZY_PART_TIMEOUT_MS = 120_000

export const EMAIL_DOMAINS = ['naver.com', 'gmail.com', 'daum.net', 'hanmail.net', 'kakao.com'] as const
export const EMAIL_DOMAINS_SHOWN = 3

/** How long audit log entries are kept. */
export const AUDIT_LOG_MS = 365 * 24 * 60 * 60 * 1000

/** The number of days in the daily counts. */
export const DAYS_COUNTED = 30

/** How long the copies in reports are kept. */
export const REPORT_MS = 90 * 24 * 60 * 60 * 1000
/** Open reports of visitors about one public note. Further ones are not stored. */
export const OPEN_REPORTS_OF_NOTE_MAX = 20

/** One update of a document, in bytes. A whole note that is pasted has about 15 KB. */
export const DOCUMENT_UPDATE_BYTES_MAX = 64 * 1024
/** The stored state of a document, in bytes. Deleted text leaves a few bytes per edit. */
export const DOCUMENT_BYTES_MAX = 512 * 1024
/** The event that tells where a writer is in a document. */
export const PRESENCE_BYTES_MAX = 1_024
/** A note that is written together is saved this long after the last change, and at least this often. In milliseconds. */
export const TOGETHER_SAVE_MS = 2_000
export const TOGETHER_SAVE_MAX_MS = 15_000
/** Documents of a user whose note has not been saved yet. */
export const NEW_DOCUMENTS_MAX = 200
/** Documents in the list of unsaved ones. */
export const UNSAVED_DOCUMENTS_MAX = 300

/** Distinct links of a note that lead to other notes; further ones are shown as plain words. */
export const NOTE_LINKS_MAX = 100
/** Notes on a page of those that point to a note. */
export const BACKLINKS_PER_PAGE = 50
/** Notes with a link to a note among which a reader finds those that they may read, last changed first. */
export const BACKLINKS_MAX = 2_000
/** Titles that the editor suggests for links, newest notes first. */
export const LINK_TITLES_MAX = 5_000

/** The length of a tag without `#`. Longer words are plain text. */
export const TAG_MAX = 40
/** The same with `#`. */
export const TAG_WORDS_MAX = 41
/** Distinct tags of a note; further ones are not listed. */
export const NOTE_TAGS_MAX = 50
/** Tags of a user in a list, those with most notes first. */
export const TAGS_LISTED_MAX = 500
