const SHOWN_MAX = 2

/** 'jieun@example.com' as 'ji•••@example.com': never more than half of what stands before the @. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const shown = Math.min(SHOWN_MAX, Math.floor(at / 2))
  return `${email.slice(0, shown)}•••${email.slice(at)}`
}
