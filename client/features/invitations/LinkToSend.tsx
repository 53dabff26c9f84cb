import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { saveFile } from '#client/platform/browser/saveFile.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { invitationPicture } from './invitation.picture.ts'

/** A link's address and its picture, and what may be done with them. */
export function LinkToSend({ token }: { token: string }) {
  const address = `${location.origin}${paths.invitation}#${token}`
  const picture = useMemo(() => invitationPicture(address), [address])
  const pictureAddress = useObjectAddress(picture)
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy(): Promise<void> {
    const isCopied = await copyText(address)
    if (!isCopied) field.current?.select()
    setSaid(t(isCopied ? 'invitations.copied' : 'invitations.copyFailed'))
  }

  return (
    <div className="invite__link">
      {pictureAddress && (
        <img className="invite__picture" src={pictureAddress} alt={t('invitations.picture')} />
      )}
      <div className="invite__ways">
        <input
          ref={field}
          className="invite__address"
          readOnly
          value={address}
          aria-label={t('invitations.address')}
          onFocus={event => event.currentTarget.select()}
        />
        <div className="invite__buttons">
          <Button kind="primary" onClick={() => void copy()}>
            <ToolIcon name="copy" />
            {t('invitations.copy')}
          </Button>
          {'share' in navigator && (
            // Who changes their mind in the system's window has not failed.
            <Button onClick={() => void share(address).catch(() => undefined)}>
              <ToolIcon name="share" />
              {t('invitations.send')}
            </Button>
          )}
          <Button onClick={() => saveFile(picture, t('invitations.pictureFile'))}>
            <ToolIcon name="download" />
            {t('invitations.savePicture')}
          </Button>
        </div>
        <Message>{said}</Message>
      </div>
    </div>
  )
}

function share(url: string): Promise<void> {
  return navigator.share({ text: t('invitations.sent'), url })
}

/** Where a blob can be seen for as long as it is on the screen. */
function useObjectAddress(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
