import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'
import type { PasswordOwner } from '#protocol/password.rules.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

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
