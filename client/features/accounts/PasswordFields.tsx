import { type ComponentProps, useEffect, useState } from 'react'
import { loadWithTimeout } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { IconPath } from '#client/ui/Icon.tsx'
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
      <div className="new-password">
        <PasswordField {...password} label={passwordLabel} hint={passwordHint} autoComplete="new-password" />
        {!password.error && <PasswordStrength password={password.value} owner={owner} />}
      </div>
      <PasswordField {...field('passwordConfirm')} label={confirmLabel} autoComplete="new-password" />
    </>
  )
}

interface PasswordStrengthProps {
  password: string
  owner: PasswordOwner
}

/** Rates a password while the user types. Only a hint: a weak password is not refused. */
function PasswordStrength({ password, owner }: PasswordStrengthProps) {
  const strength = usePasswordStrength(password, owner)
  return (
    <p className="strength" role="status">
      {strength !== null && (
        <>
          <meter
            className="strength__meter"
            min={0}
            max={4}
            low={2}
            high={3}
            optimum={4}
            value={strength + 0.5}
          >
            {t(LABELS[strength])}
          </meter>
          {t(LABELS[strength])}
        </>
      )}
    </p>
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

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'endButton'>

/** The field for an existing password, permanent or temporary. */
export function KnownPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordField
      name="password"
      enterKeyHint="go"
      {...props}
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
    />
  )
}

/** A password field with a button that shows what was typed. */
function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      endButton={
        <button
          type="button"
          className="reveal"
          aria-pressed={isShown}
          aria-label={t('accounts.reveal')}
          title={t('accounts.reveal')}
          onClick={() => setShown(!isShown)}
        >
          <IconPath path={isShown ? EYE : CLOSED_EYE} />
        </button>
      }
    />
  )
}

const EYE =
  'M2.5 12c2.2-4.2 5.4-6.3 9.5-6.3s7.3 2.1 9.5 6.3c-2.2 4.2-5.4 6.3-9.5 6.3S4.7 16.2 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z'
const CLOSED_EYE =
  'M2.5 9.5c2.2 3.6 5.4 5.4 9.5 5.4s7.3-1.8 9.5-5.4M5.3 13l-1.8 2.6M9.6 14.7l-.7 3M14.4 14.7l.7 3M18.7 13l1.8 2.6'
