import { toNfkc, withoutAccents } from '#protocol/normalization.ts'
import { confusables } from './confusables.ts'

/** Nothing to see: such signs make two names of one. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * What names are compared by: two names with the same key look alike (the skeleton of Unicode TR39), whatever the case.
 * Hangul syllables stay whole, for taken apart '가까' and '각가' would be one. Nothing to show to anybody.
 */
export function nameKeyOf(name: string): string {
  const shown = withoutAccents(toNfkc(name).replace(INVISIBLE, ''))
  // Twice: a capital I looks like an l, a small m like rn.
  const skeleton = withLooks(withLooks(shown).toLowerCase())
  // A capital I became an l, so a small one does, too: else MINHO and minho would differ.
  return toNfkc(skeleton).toLowerCase().replaceAll('i', 'l')
}

function withLooks(text: string): string {
  return [...text].map(sign => confusables.get(sign) ?? sign).join('')
}

const PRODUCT = ['글마루', 'geulmaru']
const OFFICES = [
  ...['운영자', '관리자', '운영진', '관리팀', '운영팀', '고객센터', '공식', '공지', '공지사항', '시스템'],
  ...['administrator', 'admin', 'operator', 'moderator', 'official', 'support', 'system', 'staff', 'team'],
]
/** Said of the product they make out an office, too; by themselves they are words and names like others. */
const OFFICES_BESIDE_PRODUCT = [
  ...['매니저', '지원', '도우미', '봇', '팀', '직원', '담당', '센터', '알림', '보안', '대표'],
  ...['manager', 'help', 'bot', 'desk', 'security', 'service', 'root'],
]
/** What somebody puts before or behind an office without becoming anybody else. */
const PREFIXES = ['최고', '총', '대표', '부', 'the', 'chief', 'head']
const SUFFIXES = ['님', '입니다', '이에요', '예요', '계정']
/** How somebody is shown who is there no more. */
const GONE = [
  '탈퇴한사람',
  '탈퇴한사용자',
  '탈퇴한회원',
  '탈퇴회원',
  '알수없음',
  'withdrawnuser',
  'deleteduser',
  'formeruser',
]

const lettersOf = (name: string) => nameKeyOf(name).replace(/[^\p{L}\p{N}]/gu, '')
const keysOf = (names: readonly string[]) => names.map(lettersOf)
const [products, offices, besideProduct, gone] = [
  keysOf(PRODUCT),
  keysOf(OFFICES),
  keysOf([...OFFICES, ...OFFICES_BESIDE_PRODUCT]),
  keysOf(GONE),
]
const [prefixes, suffixes] = [keysOf(PREFIXES), keysOf(SUFFIXES)]

/** Whether a name makes its bearer out to be the product, those who run it, or nobody. */
export function isReservedName(name: string): boolean {
  const letters = lettersOf(name.replace(/\p{N}/gu, ''))
  // A digit may also be there for a letter that it looks like.
  return [letters, lettersOf(name)].some(isReserved)
}

function isReserved(letters: string): boolean {
  if (gone.includes(letters) || offices.includes(bareOf(letters))) return true
  const rest = products.reduce((left, product) => left.replaceAll(product, ''), letters)
  return rest !== letters && (rest === '' || besideProduct.some(office => rest.includes(office)))
}

function bareOf(letters: string): string {
  const prefix = prefixes.find(word => letters.startsWith(word) && letters !== word) ?? ''
  const suffix = suffixes.find(word => letters.endsWith(word) && letters !== word) ?? ''
  return letters.slice(prefix.length, letters.length - suffix.length)
}
