import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordOwner } from '#protocol/password.rules.ts'

/** From 'guessed at once' to 'hardly ever'. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** In characters: what makes a password strong stands in these, and more would take longer to look through. */
const LOOKED_AT = 64

/** What people in Korea choose, also typed with the keyboard left in Latin letters. */
const korean = [
  ...[
    '비밀번호',
    '사랑해',
    '사랑해요',
    '안녕하세요',
    '대한민국',
    '한국',
    '서울',
    '우리집',
    '행복',
    '가족',
    '친구',
    '엄마',
    '아빠',
  ],
  ...[
    '강아지',
    '고양이',
    '글마루',
    '화이팅',
    '감사합니다',
    '일이삼사',
    '하나둘셋',
    '공부',
    '학교',
    '천사',
    '별님',
    '햇님',
  ],
  ...[
    'qlalfqjsgh',
    'tkfkdgo',
    'tkfkdgody',
    'dkssudgktpdy',
    'eogksalsrnr',
    'gksrnr',
    'tjdnf',
    'dnflwlq',
    'godqhr',
    'rkwhr',
  ],
  ...[
    'clsrn',
    'djaak',
    'dkQk',
    'rkddkwl',
    'rhdiddl',
    'rmfakfn',
    'ghkdlxld',
    'rkatkgkqslek',
    'gksanfruf',
    'rhdqn',
    'gkrry',
  ],
  ...[
    'bimilbeonho',
    'saranghae',
    'annyeong',
    'daehanminguk',
    'hanguk',
    'seoul',
    'gangaji',
    'goyangi',
    'geulmaru',
    'korea',
  ],
]

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, korean },
  graphs: adjacencyGraphs,
  maxLength: LOOKED_AT,
})

/** How hard the password is to guess for somebody who knows whose it is. */
export function strengthOf(password: string, { email, username }: PasswordOwner): Strength {
  const own = [email, ...email.split('@'), username, ...username.split(' ')].filter(word => word.length > 1)
  return zxcvbn.check(password.slice(0, LOOKED_AT), own).score
}
