import { EMAIL_DOMAINS, EMAIL_DOMAINS_SHOWN } from '#protocol/limits.ts'

/** Whole addresses that what is typed could become: none before the local part, none once a domain is complete. */
export function emailSuggestions(typed: string): string[] {
  const [local = '', domain = '', ...more] = typed.trimStart().split('@')
  if (local === '' || more.length > 0) return []
  return EMAIL_DOMAINS.filter(
    known => known.startsWith(domain.toLowerCase()) && known !== domain.toLowerCase(),
  )
    .slice(0, EMAIL_DOMAINS_SHOWN)
    .map(known => `${local}@${known}`)
}
