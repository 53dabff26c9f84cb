import type { Language } from '#protocol/text/languages.ts'

/** The words by which the privacy policy names something, in each language. */
export type Words = Record<Language, string>

/**
 * Where users learn of a stored field. `exportedAt`: the path in data.json of the data export. `policyWords`: words
 * of the privacy policy. `reason`: why it needs neither.
 */
export type Disclosure =
  | { exportedAt: string; policyWords?: Words }
  | { policyWords: Words }
  | { reason: string }

export const OWNER = { reason: 'the owner; a data export contains only the user’s own data' }
export const HUB_DATA = { reason: 'belongs to a hub, not to a member' }
export const BACKUPS = { reason: 'state of the scheduled backups, without an owner' }
export const COUNTER = { reason: 'a counter without an owner' }
export const OPERATOR_DATA = { reason: 'published by the operators to everybody' }
export const RUNNING_JOB = { reason: 'belongs to a running job; deleted within about a minute' }
export const CEREMONY = { reason: 'a passkey challenge; deleted within minutes' }
export const SEARCH_FIELDS = { reason: 'a copy of title and text in search form; deleted with them' }
export const EXCERPT = { reason: 'the first words of the text; deleted with it' }
export const REQUEST_KEY = { reason: 'a random key of one request, so that it is saved once' }

const disclosedAs = (words: Words) => ({ policyWords: words })
export const EMAIL = disclosedAs({ ko: '이메일 주소:', en: 'Email address:' })
export const NAME = disclosedAs({ ko: '사용자 이름', en: 'Username' })
export const MOBILE = disclosedAs({ ko: '휴대폰 번호', en: 'Mobile number' })
export const PICTURE = disclosedAs({ ko: '프로필 사진', en: 'profile picture' })
export const NOTE_PICTURES = disclosedAs({ ko: '노트에 넣은 그림', en: 'Pictures in your notes' })
export const PICTURE_CHECKS = { reason: 'when the references to the picture were checked, and the result' }
export const PICTURES_OF_OTHERS = disclosedAs({
  ko: '회원이 함께 쓴 노트',
  en: 'the notes that you have written along',
})
export const PICTURE_REFERENCES = { reason: 'a copy of the picture references in the text; deleted with it' }
export const NOTE_TAGS = { reason: 'a copy of the tags in the text; deleted with it' }
export const SERIES = { reason: 'the place of a note in a series, which is exported as one file' }
export const NOTE_LINKS = {
  reason: 'a copy of the links in the text, with the numbers of own notes; deleted with it',
}
export const PASSWORD = disclosedAs({
  ko: '되돌릴 수 없는 값(argon2id)',
  en: 'cannot be turned back (argon2id)',
})
export const TEMPORARY_PASSWORD = disclosedAs({ ko: '임시 비밀번호는', en: 'A temporary password' })
export const CONFIRMED = disclosedAs({ ko: '확인한 시각', en: 'once you have confirmed it' })
export const SUSPENDED = disclosedAs({ ko: '이용을 정지한 시각', en: 'since when an account is suspended' })
export const AUDIT_LOG = disclosedAs({ ko: '관리 기록:', en: 'Administration log:' })
export const CONFIRMATION_LINK = disclosedAs({
  ko: '주소를 확인하는 링크',
  en: 'the link that confirms an address',
})
export const SIGN_INS = disclosedAs({ ko: '로그인 기록:', en: 'Sign-ins:' })
export const REMEMBER_ME = disclosedAs({
  ko: '로그인을 유지하기로 한 기기',
  en: 'devices that stay signed in',
})
export const PUSH = disclosedAs({
  ko: '브라우저의 알림 주소와 열쇠',
  en: 'the address and keys of your browser for notifications',
})
export const PUSH_CHOICES = disclosedAs({ ko: '무엇을 언제 알릴지', en: 'what to tell you, and when' })
export const MAIL_CHOICES = disclosedAs({
  ko: '어떤 소식을 얼마나 자주 메일로',
  en: 'what you chose to get by mail, and how often',
})
export const MAIL_OFF = disclosedAs({
  ko: '메일이 되돌아온 횟수',
  en: 'how often mails came back',
})
export const SENT_MAILS = disclosedAs({
  ko: '알림 메일마다 종류와 보낸 시각',
  en: 'for each such mail its kind and when it was sent',
})
export const PLANNED_MAIL = { reason: 'the period and the state of a mail; deleted with it' }
export const DEVICES = disclosedAs({
  ko: '로그인한 적이 있는 기기:',
  en: 'Devices on which you have signed in:',
})
export const PASSKEYS = disclosedAs({ ko: '패스키:', en: 'Passkeys:' })
export const API_TOKENS = disclosedAs({ ko: 'API 토큰:', en: 'API tokens:' })
export const FEEDS = disclosedAs({ ko: '피드 주소:', en: 'Feed addresses:' })
export const LINKED_SIGN_INS = disclosedAs({ ko: '연결한 로그인:', en: 'Linked sign-ins:' })
export const OIDC_SIGN_INS = disclosedAs({
  ko: '다른 서비스에서 로그인하는 동안',
  en: 'While you sign in with another service',
})
export const HASHED_VALUES = disclosedAs({ ko: '알아볼 수 없게 바꾼 값', en: 'unreadable values' })
export const NOTES = disclosedAs({ ko: '주제와 노트', en: 'Topics and notes' })
export const HISTORY = disclosedAs({ ko: '이전 글', en: 'earlier versions of notes' })
export const UNSAVED = disclosedAs({ ko: '아직 저장하지 않은 글', en: 'not saved yet' })
export const TRASH = disclosedAs({ ko: '휴지통에 둔', en: 'in the trash' })
export const TRASH_SHARES = disclosedAs({ ko: '공유했던 방', en: 'rooms in which it was shared' })
export const OPENED_NOTES = disclosedAs({ ko: '열어 본 노트', en: 'which notes were opened' })
export const READ_POSITIONS = disclosedAs({ ko: '읽은 위치', en: 'what has been read' })
export const ROOM_NAMES = disclosedAs({ ko: '방의 이름', en: 'what rooms are called' })
export const HUB_SETTINGS = disclosedAs({ ko: '고정하거나 알림을 끈 방', en: 'rooms you pinned or muted' })
export const ROOMS = disclosedAs({ ko: '방을 만든 사람과 구성원', en: 'who made a room and who is in it' })
export const DECLINED = disclosedAs({ ko: '다시 초대받지 않기로 한 방', en: 'declined to be invited again' })
export const INVITATION_LINKS = disclosedAs({ ko: '초대 링크:', en: 'Invite links:' })
export const JOINED_BY_LINK = disclosedAs({
  ko: '누가 초대 링크로 들어왔는지',
  en: 'who came in by an invite link',
})
export const REMOVED_MEMBERS = disclosedAs({
  ko: '초대 링크로 들어왔다가 내보내진 방',
  en: 'one was removed after coming by an invite link',
})
export const PUBLIC_LINKS = disclosedAs({ ko: '공개 링크:', en: 'Public links:' })
export const SHARES = disclosedAs({ ko: '공유한 기록', en: 'records of sharing' })
export const CONTRIBUTIONS = disclosedAs({ ko: '댓글과 의견', en: 'comments and opinions' })
export const REACTIONS = disclosedAs({
  ko: '공감한 노트와 댓글',
  en: 'notes and comments you empathized with',
})
export const PASSAGES = disclosedAs({
  ko: '밑줄 그은 문장과 댓글을 단 문장',
  en: 'sentences you highlighted or commented on',
})
export const OPINION_REACTIONS = disclosedAs({ ko: '공감한 의견', en: 'opinions you empathized with' })
export const NOTIFICATIONS = disclosedAs({ ko: '소식:', en: 'Inbox:' })
export const CONTACTS = disclosedAs({ ko: '찾은 친구:', en: 'People you found:' })
export const REPORTS = disclosedAs({ ko: '신고: 누가 누구를', en: 'Reports: who reported whom' })
export const BLOCKED = disclosedAs({ ko: '차단한 친구:', en: 'People you blocked:' })
