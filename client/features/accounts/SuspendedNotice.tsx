import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'

interface SuspendedNoticeProps {
  /** The other way out. */
  leave: ReactNode
  /** Asks for the password, which is of use once the suspension is lifted. */
  onTry: () => void
}

export function SuspendedNotice({ leave, onTry }: SuspendedNoticeProps) {
  const way = useRef<HTMLButtonElement>(null)

  useEffect(() => way.current?.focus(), [])

  return (
    <div className="sign-in-again">
      <Message kind="error">{t('accounts.suspended')}</Message>
      <p>{t('accounts.suspendedMore')}</p>
      <div className="sign-in-again__buttons">
        {leave}
        <Button ref={way} onClick={onTry}>
          {t('accounts.toSignInAgain')}
        </Button>
      </div>
    </div>
  )
}
