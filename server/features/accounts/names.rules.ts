import { removeAccents, toNfkc } from '#protocol/normalization.ts'
import { confusables } from './confusables.ts'

/** Invisible characters would make distinct names look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Marks of no script, such as a dot below a syllable, and the tone marks of old Hangul. */
const ADDED_MARKS = /(?=\p{Script=Inherited})\p{M}|[\u302e\u302f]/gu

/**
 * Key for comparing names: names with the same key look alike (skeleton of Unicode TR39, case-insensitive). Hangul
 * syllables stay composed; decomposed, '가까' and '각가' would be equal. Never shown.
 */
export function nameKeyOf(name: string): string {
  const visible = removeAccents(toNfkc(name).replace(INVISIBLE, '')).replace(ADDED_MARKS, '')
  // Applied twice: a capital I looks like l, and a lowercase m like rn.
  const skeleton = replaceLookalikes(replaceLookalikes(visible).toLowerCase())
  // The skeleton turns a capital I into l; do the same with a lowercase i, or MINHO and minho would differ.
  return toNfkc(skeleton).toLowerCase().replaceAll('i', 'l')
}

function replaceLookalikes(text: string): string {
  return [...text].map(sign => confusables.get(sign) ?? sign).join('')
}

const PRODUCT = ['글마루', 'geulmaru']
const OFFICES = [
  ...['운영자', '관리자', '운영진', '관리팀', '운영팀', '고객센터', '공식', '공지', '공지사항', '시스템'],
  ...['administrator', 'admin', 'operator', 'moderator', 'official', 'support', 'system', 'staff', 'team'],
]
/** Reserved together with the name of the product only. */
const OFFICES_BESIDE_PRODUCT = [
  ...['매니저', '지원', '도우미', '봇', '팀', '직원', '담당', '센터', '알림', '보안', '대표'],
  ...['manager', 'help', 'bot', 'desk', 'security', 'service', 'root'],
]
/** Prefixes and suffixes that do not change what an office means. */
const PREFIXES = ['최고', '총', '대표', '부', 'the', 'chief', 'head']
const SUFFIXES = ['님', '입니다', '이에요', '예요', '계정']
/** Labels that stand for deleted accounts. */
const DELETED_ACCOUNT_NAMES = [
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
const [products, offices, besideProduct, deletedNames] = [
  keysOf(PRODUCT),
  keysOf(OFFICES),
  keysOf([...OFFICES, ...OFFICES_BESIDE_PRODUCT]),
  keysOf(DELETED_ACCOUNT_NAMES),
]
const [prefixes, suffixes] = [keysOf(PREFIXES), keysOf(SUFFIXES)]

/** Whether a name pretends to be the product, its operators or a deleted account. */
export function isReservedName(name: string): boolean {
  const letters = lettersOf(name.replace(/\p{N}/gu, ''))
  // Also compare with digits read as the letters that they look like.
  return [letters, lettersOf(name)].some(isReserved)
}

function isReserved(letters: string): boolean {
  if (deletedNames.includes(letters) || offices.includes(bareOf(letters))) return true
  const rest = products.reduce((remaining, product) => remaining.replaceAll(product, ''), letters)
  return rest !== letters && (rest === '' || besideProduct.some(office => rest.includes(office)))
}

function bareOf(letters: string): string {
  const prefix = prefixes.find(word => letters.startsWith(word) && letters !== word) ?? ''
  const suffix = suffixes.find(word => letters.endsWith(word) && letters !== word) ?? ''
  return letters.slice(prefix.length, letters.length - suffix.length)
}
