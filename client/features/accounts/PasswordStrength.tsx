import './PasswordStrength.css'
import { t } from '#client/platform/language/language.ts'
import type { PasswordOwner } from '#protocol/password.rules.ts'
import { usePasswordStrength } from './usePasswordStrength.ts'

interface PasswordStrengthProps {
  password: string
  owner: PasswordOwner
  /** What is said while there is nothing to advise. */
  otherwise: string
}

/** How hard a password is to guess, while it is typed. It advises and refuses nothing. */
export function PasswordStrength({ password, owner, otherwise }: PasswordStrengthProps) {
  const strength = usePasswordStrength(password, owner)
  if (strength === null) return otherwise
  return (
    <span className="strength" role="status">
      <meter className="strength__meter" min={0} max={4} low={2} high={3} optimum={4} value={strength + 0.5}>
        {t(sentences[strength])}
      </meter>
      {t(sentences[strength])}
    </span>
  )
}

const sentences = [
  'accounts.strength0',
  'accounts.strength1',
  'accounts.strength2',
  'accounts.strength3',
  'accounts.strength4',
] as const
