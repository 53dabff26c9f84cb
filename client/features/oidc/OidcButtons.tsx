import { useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { beginOidcSignIn } from '#protocol/oidc.ts'
import { goToProvider, useOidcProviders } from './oidc.providers.ts'
import './oidc.css'

interface OidcButtonsProps {
  rememberMe?: boolean
  /** Shown above the buttons. */
  hint?: string
}

/** A button for each provider; renders nothing if the server has none. */
export function OidcButtons({ rememberMe = false, hint }: OidcButtonsProps) {
  const providers = useOidcProviders()
  const { busyName, errorMessage, begin } = useBegin(name =>
    callApi(beginOidcSignIn, { provider: name, stays: rememberMe }),
  )
  if (providers.length === 0) return null
  return (
    <div className="oidc-buttons">
      {hint !== undefined && <p className="oidc-buttons__hint">{hint}</p>}
      {providers.map(({ name, label }) => (
        <Button key={name} busy={busyName === name} onClick={() => void begin(name)}>
          {t('oidc.goOnWith', { provider: label })}
        </Button>
      ))}
      {errorMessage !== '' && <Message kind="error">{errorMessage}</Message>}
    </div>
  )
}

type BeginReply = { success: true; url: string } | { success: false; message: string }

/** Goes to the provider that a call returns the address for. It stays busy until the page is left. */
export function useBegin<Reply extends BeginReply>(
  request: (name: string) => Promise<Reply>,
  onRejected?: (reply: Extract<Reply, { success: false }>) => void,
) {
  const [busyName, setBusyName] = useState('')
  const [errorMessage, setErrorMessage] = useState('')

  async function begin(name: string) {
    if (busyName !== '') return
    setBusyName(name)
    setErrorMessage('')
    try {
      const reply = await request(name)
      if (reply.success) return goToProvider(reply.url)
      setErrorMessage(reply.message)
      onRejected?.(reply as Extract<Reply, { success: false }>)
    } catch (error) {
      setErrorMessage(failureText(error))
    }
    setBusyName('')
  }

  return { busyName, errorMessage, begin }
}
