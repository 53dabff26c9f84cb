import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { FieldFrame } from '#client/ui/FieldFrame.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { API_SCOPES, type ApiScope, apiTokenNameField } from '#protocol/apiTokens.ts'
import { API_TOKEN_NAME_MAX } from '#protocol/limits.ts'
import { scopeDetail, scopeText } from './scopes.ts'

export interface NewToken {
  name: string
  scopes: ApiScope[]
  days: number
}

interface NewApiTokenProps {
  open: boolean
  creation: {
    data: { success: boolean; token?: string } | undefined
    error: Error | null
    isPending: boolean
  }
  onCreate: (token: NewToken) => void
  onClose: () => void
}

/** A dialog that asks what the token is for, then shows the token once. */
export function NewApiToken({ open, creation, onCreate, onClose }: NewApiTokenProps) {
  const token = creation.data?.token
  return (
    <Dialog open={open} onClose={onClose} title={t('apiTokens.addTitle')}>
      {token === undefined ? (
        <TokenForm creation={creation} onCreate={onCreate} />
      ) : (
        <CreatedToken token={token} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** In days. */
const DURATIONS = [7, 30, 90, 365]
const DEFAULT_DURATION = 90

function TokenForm({ creation, onCreate }: Pick<NewApiTokenProps, 'creation' | 'onCreate'>) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['read'])
  const [days, setDays] = useState(DEFAULT_DURATION)
  const [isChecked, setChecked] = useState(false)
  const id = useId()
  const validName = apiTokenNameField.safeParse(name).data

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (validName !== undefined && scopes.length > 0)
      onCreate({ name: validName, scopes: API_SCOPES.filter(scope => scopes.includes(scope)), days })
  }

  const toggle = (scope: ApiScope, isOn: boolean) =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter(other => other !== scope))

  return (
    <form className="new-token" onSubmit={submit} noValidate>
      <TextField
        label={t('apiTokens.name')}
        hint={t('apiTokens.nameHint')}
        max={API_TOKEN_NAME_MAX}
        value={name}
        onChange={setName}
        error={isChecked && validName === undefined ? t('apiTokens.nameLength') : undefined}
        autoComplete="off"
      />
      <fieldset className="new-token__scopes">
        <legend className="field__label">{t('apiTokens.scopes')}</legend>
        {API_SCOPES.map(scope => (
          <Checkbox
            key={scope}
            label={
              <>
                {scopeText(scope)} <span className="new-token__detail">{scopeDetail(scope)}</span>
              </>
            }
            checked={scopes.includes(scope)}
            onChange={isOn => toggle(scope, isOn)}
          />
        ))}
        {isChecked && scopes.length === 0 && (
          <p className="field__error" role="alert">
            {t('apiTokens.scopesEmpty')}
          </p>
        )}
      </fieldset>
      <FieldFrame id={id} label={t('apiTokens.days')} length={0}>
        <select
          id={id}
          className="field__control"
          value={days}
          onChange={event => setDays(Number(event.currentTarget.value))}
        >
          {DURATIONS.map(duration => (
            <option key={duration} value={duration}>
              {t('apiTokens.daysOne', { days: duration })}
            </option>
          ))}
        </select>
      </FieldFrame>
      {creation.error && <Message kind="error">{failureText(creation.error)}</Message>}
      <Button type="submit" kind="primary" busy={creation.isPending}>
        {t('apiTokens.create')}
      </Button>
    </form>
  )
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const field = useRef<HTMLInputElement>(null)

  // The pressed button has disappeared.
  useEffect(() => field.current?.focus(), [])

  return (
    <div className="new-token">
      <p className="new-token__once">{t('apiTokens.once')}</p>
      <div className="new-token__row">
        <input
          className="field__control new-token__token"
          aria-label={t('apiTokens.token')}
          value={token}
          readOnly
          ref={field}
          onFocus={event => event.currentTarget.select()}
        />
        <Button onClick={async () => setCopied(await copyText(token))}>{t('apiTokens.copy')}</Button>
      </div>
      {isCopied === false ? (
        <Message kind="error">{t('apiTokens.copyFailed')}</Message>
      ) : (
        <Message>{isCopied && t('apiTokens.copied')}</Message>
      )}
      <Button kind="primary" onClick={onClose}>
        {t('apiTokens.done')}
      </Button>
    </div>
  )
}
