import type { Language } from '#protocol/text/languages.ts'

/** Words by which the privacy policy names something, in each language. */
type Words = Record<Language, string>

/**
 * What people can know of a stored field. `taken`: the path in the take-away's data.json under which they find what it
 * holds. `named`: words of the privacy policy. `neither`: why it needs neither.
 */
export type Disclosure = { taken: string; named?: Words } | { named: Words } | { neither: string }

export const OWNER = { neither: 'whose it is; a take-away holds one person’s own' }
export const OF_THE_ROOM = { neither: 'of a room as a whole, and of nobody in it' }
export const COUNTER = { neither: 'a counter, of nobody' }
export const OF_THE_PRODUCT = { neither: 'said by those who run the product to everybody' }
export const WORK = { neither: 'of work under way; gone within a minute or so' }
export const CEREMONY = { neither: 'what a browser is to sign by a passkey; gone within minutes' }
export const SEARCH_FIELDS = {
  neither: 'title and text once more, in the form in which they are looked through; gone with them',
}
export const REQUEST_KEY = { neither: 'drawn by lot for one sending, so that it is saved once' }

const named = (words: Words) => ({ named: words })
export const EMAIL = named({ ko: '이메일 주소:', en: 'Email address:' })
export const NAME = named({ ko: '사용자 이름', en: 'Username' })
export const MOBILE = named({ ko: '휴대폰 번호', en: 'Mobile number' })
export const PICTURE = named({ ko: '프로필 사진', en: 'profile picture' })
export const NOTE_PICTURES = named({ ko: '노트에 넣은 그림', en: 'Pictures in your notes' })
export const PICTURE_CHECKS = {
  neither: 'when it was looked at whether a note still holds the picture, and what was found',
}
export const PICTURES_HELD = { neither: 'which pictures stand in the text, once more; gone with it' }
export const PASSWORD = named({ ko: '되돌릴 수 없는 값(argon2id)', en: 'cannot be turned back (argon2id)' })
export const TEMPORARY_PASSWORD = named({ ko: '임시 비밀번호는', en: 'A temporary password' })
export const CONFIRMED = named({ ko: '확인한 시각', en: 'once you have confirmed it' })
export const SUSPENDED = named({ ko: '이용을 정지한 시각', en: 'since when an account is suspended' })
export const AUDIT_LOG = named({ ko: '관리 기록:', en: 'Administration log:' })
export const LINK = named({ ko: '주소를 확인하는 링크', en: 'the link that confirms an address' })
export const SIGN_INS = named({ ko: '로그인 기록:', en: 'Sign-ins:' })
export const REMEMBER_ME = named({ ko: '로그인을 유지하기로 한 기기', en: 'devices that stay signed in' })
export const PUSH = named({
  ko: '브라우저의 알림 주소와 열쇠',
  en: 'the address and keys of your browser for notifications',
})
export const PUSH_CHOICES = named({ ko: '무엇을 언제 알릴지', en: 'what to tell you, and when' })
export const DEVICES = named({ ko: '로그인한 적이 있는 기기:', en: 'Devices on which you have signed in:' })
export const PASSKEYS = named({ ko: '패스키:', en: 'Passkeys:' })
export const UNREADABLE = named({ ko: '알아볼 수 없게 바꾼 값', en: 'unreadable values' })
export const NOTES = named({ ko: '주제와 노트', en: 'Topics and notes' })
export const HISTORY = named({ ko: '이전 글', en: 'earlier versions of notes' })
export const TRASH = named({ ko: '휴지통에 둔', en: 'in the trash' })
export const TRASH_SHARES = named({ ko: '공유했던 방', en: 'rooms in which it was shared' })
export const OPENED = named({ ko: '열어 본 노트', en: 'which notes were opened' })
export const READ = named({ ko: '읽은 위치', en: 'what has been read' })
export const ROOM_NAMES = named({ ko: '방의 이름', en: 'what rooms are called' })
export const KEPT = named({ ko: '고정하거나 알림을 끈 방', en: 'rooms you pinned or muted' })
export const ROOMS = named({ ko: '방을 만든 사람과 구성원', en: 'who made a room and who is in it' })
export const DECLINED = named({ ko: '다시 초대받지 않기로 한 방', en: 'declined to be invited again' })
export const LINKS = named({ ko: '방에 초대하는 링크:', en: 'Invite links:' })
export const CAME_BY_LINK = named({ ko: '누가 초대 링크로 들어왔는지', en: 'who came in by an invite link' })
export const REMOVED_MEMBERS = named({
  ko: '초대 링크로 들어왔다가 내보내진 방',
  en: 'one was removed after coming by an invite link',
})
export const SHARES = named({ ko: '공유한 기록', en: 'records of sharing' })
export const WRITTEN = named({ ko: '댓글과 의견', en: 'comments and opinions' })
export const REACTIONS = named({ ko: '공감한 노트와 댓글', en: 'notes and comments you empathized with' })
export const OPINION_REACTIONS = named({ ko: '공감한 의견', en: 'opinions you empathized with' })
export const NOTIFICATIONS = named({ ko: '소식:', en: 'Inbox:' })
export const FOUND = named({ ko: '찾은 친구:', en: 'People you found:' })
export const REPORTS = named({ ko: '신고: 누가 누구를', en: 'Reports: who reported whom' })
export const BLOCKED = named({ ko: '차단한 친구:', en: 'People you blocked:' })
