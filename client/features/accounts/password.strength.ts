import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordOwner } from '#protocol/password.rules.ts'

/** From 0, guessed at once, to 4, hardly ever. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** Characters to examine. The first 64 decide the rating; more would only take longer. */
const LENGTH_MAX = 64

/** Common Korean passwords, also as typed on a Latin keyboard layout. */
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
  maxLength: LENGTH_MAX,
})

/** Rates the password against an attacker who knows its owner. */
export function estimateStrength(password: string, { email, username }: PasswordOwner): Strength {
  const personalWords = [email, ...email.split('@'), username, ...username.split(' ')].filter(
    word => word.length > 1,
  )
  return zxcvbn.check(password.slice(0, LENGTH_MAX), personalWords).score
}
