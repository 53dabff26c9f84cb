import { toNfkc } from '#protocol/normalization.ts'
import { confusables } from './confusables.ts'

/** Nothing to see: such signs make two names of one. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * What names are compared by: two names with the same key look alike (the skeleton of Unicode TR39), whatever the case.
 * Hangul syllables stay whole, for taken apart '가까' and '각가' would be one. Nothing to show to anybody.
 */
export function nameKeyOf(name: string): string {
  const shown = toNfkc(name).replace(INVISIBLE, '')
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
const [products, offices, gone] = [keysOf(PRODUCT), keysOf(OFFICES), keysOf(GONE)]

/** Whether a name makes its bearer out to be the product, those who run it, or nobody. */
export function isReservedName(name: string): boolean {
  const letters = lettersOf(name)
  if (gone.includes(letters) || offices.includes(letters)) return true
  const rest = products.reduce((left, product) => left.replaceAll(product, ''), letters)
  return rest !== letters && (rest === '' || offices.some(office => rest.includes(office)))
}
