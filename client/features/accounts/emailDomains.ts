import { EMAIL_DOMAINS, EMAIL_DOMAINS_SHOWN } from '#protocol/limits.ts'

/** Complete addresses that start with the input. Empty without a local part and for a complete domain. */
export function emailSuggestions(input: string): string[] {
  const [local = '', domain = '', ...rest] = input.trimStart().split('@')
  if (local === '' || rest.length > 0) return []
  return EMAIL_DOMAINS.filter(
    candidate => candidate.startsWith(domain.toLowerCase()) && candidate !== domain.toLowerCase(),
  )
    .slice(0, EMAIL_DOMAINS_SHOWN)
    .map(candidate => `${local}@${candidate}`)
}
