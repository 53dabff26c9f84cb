import { type ComponentProps, useEffect, useState } from 'react'
import { loadWithTimeout } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'
import { PASSWORD_MAX } from '#protocol/limits.ts'
import type { PasswordOwner } from '#protocol/password.rules.ts'
import type { Strength } from './password.strength.ts'
import './accounts.css'

interface Entry {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
}

interface MobileAndPasswordProps {
  field: (name: 'mobile' | 'password' | 'passwordConfirm') => Entry
  passwordLabel: string
  passwordHint: string
  confirmLabel: string
  owner: PasswordOwner
}

/** The mobile number and a new password, for sign-up and my-info. */
export function MobileAndPassword({
  field,
  passwordLabel,
  passwordHint,
  confirmLabel,
  owner,
}: MobileAndPasswordProps) {
  const password = field('password')
  return (
    <>
      <TextField
        {...field('mobile')}
        label={`${t('accounts.mobile')} ${t('common.optional')}`}
        hint={t('accounts.mobileHint')}
        type="tel"
        autoComplete="tel"
      />
      <TextField
        {...password}
        label={passwordLabel}
        hint={
          password.error ? undefined : (
            <PasswordStrength password={password.value} owner={owner} fallback={passwordHint} />
          )
        }
        type="password"
        autoComplete="new-password"
      />
      <TextField
        {...field('passwordConfirm')}
        label={confirmLabel}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}

interface PasswordStrengthProps {
  password: string
  owner: PasswordOwner
  /** The hint while there is no rating. */
  fallback: string
}

/** Rates a password while the user types. Only a hint: a weak password is not refused. */
function PasswordStrength({ password, owner, fallback }: PasswordStrengthProps) {
  const strength = usePasswordStrength(password, owner)
  if (strength === null) return fallback
  return (
    <span className="strength" role="status">
      <meter className="strength__meter" min={0} max={4} low={2} high={3} optimum={4} value={strength + 0.5}>
        {t(LABELS[strength])}
      </meter>
      {t(LABELS[strength])}
    </span>
  )
}

const LABELS = [
  'accounts.strength0',
  'accounts.strength1',
  'accounts.strength2',
  'accounts.strength3',
  'accounts.strength4',
] as const

/** The first keystroke loads the dictionaries; the rating runs after a pause in typing. */
const DEBOUNCE_MS = 200

/** A rating from 0 to 4, or null for an empty password and while the dictionaries load. */
function usePasswordStrength(password: string, { email, username }: PasswordOwner): Strength | null {
  const [rating, setRating] = useState<{ password: string; strength: Strength } | null>(null)

  useEffect(() => {
    if (password === '') return
    let isCurrent = true
    const loading = loadWithTimeout(() => import('./password.strength.ts'))
    const timer = setTimeout(() => {
      loading.then(
        ({ estimateStrength }) =>
          isCurrent && setRating({ password, strength: estimateStrength(password, { email, username }) }),
        // If the dictionaries fail to load, the form works without a rating.
        () => undefined,
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, email, username])

  return password === '' ? null : (rating?.strength ?? null)
}

/** The field for an existing password, permanent or temporary. */
export function KnownPasswordField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      name="password"
      {...props}
      type="password"
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
    />
  )
}
