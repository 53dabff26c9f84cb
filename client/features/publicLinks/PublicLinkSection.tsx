import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { type ListedPublicLink, publicLinkPath } from '#protocol/publicLinks.ts'
import { publicAddress, usePublicLinkChanges, usePublicLinks } from './publicLinks.queries.ts'
import './publicLinks.css'

/** The public link of a note, apart from its rooms: everybody with the address can read what is saved. */
export function PublicLinkSection({ noteNo }: { noteNo: number }) {
  const links = usePublicLinks()
  const changes = usePublicLinkChanges()
  const isOnline = useAtomValue(connectionStateAtom) !== 'offline'
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasEnded, setEnded] = useState(false)
  const link = links.data?.links.find(listed => listed.noteNo === noteNo)
  const takedown = links.data?.takenDown.find(note => note.noteNo === noteNo)
  const rejection = changes.create.data?.success === false ? changes.create.data.message : null
  const failure = changes.create.error ?? changes.end.error ?? changes.index.error

  function end() {
    changes.end.mutate(noteNo, {
      onSuccess() {
        setEnded(true)
        // The pressed button has disappeared.
        heading.current?.focus({ preventScroll: true })
      },
    })
  }

  function publish() {
    setEnded(false)
    changes.create.mutate(noteNo)
  }

  return (
    <section className="public-link" aria-labelledby="public-link-title">
      <h3 className="public-link__title" id="public-link-title" ref={heading} tabIndex={-1}>
        <ToolIcon name="globe" />
        {t('publicLinks.title')}
        {link && <span className="public-mark">{t('publicLinks.mark')}</span>}
      </h3>
      <LoadFailure query={links} />
      {takedown ? (
        <>
          <p className="public-link__text">{t('publicLinks.takenDown')}</p>
          <p className="public-link__text">{t('publicLinks.takenDownReason', { reason: takedown.reason })}</p>
        </>
      ) : (
        <p className="public-link__text">
          {t('publicLinks.meaning')} {t('publicLinks.shows')}
        </p>
      )}
      {links.data && !link && !takedown && (
        <Button
          className="public-link__publish"
          busy={changes.create.isPending}
          disabled={!isOnline}
          onClick={publish}
        >
          {t('publicLinks.on')}
        </Button>
      )}
      {link && (
        <LiveLink
          link={link}
          // At once, as a switch should.
          isIndexed={changes.index.isPending ? changes.index.variables.isIndexed : link.isIndexed}
          isOnline={isOnline}
          isEnding={changes.end.isPending}
          onEnd={end}
          onIndex={isIndexed => changes.index.mutate({ noteNo, isIndexed })}
        />
      )}
      {!isOnline && links.data && <p className="public-link__text">{t('publicLinks.offline')}</p>}
      {failure || rejection ? (
        <Message kind="error">{rejection ?? failureText(failure)}</Message>
      ) : (
        <Message>{hasEnded && !link && t('publicLinks.ended')}</Message>
      )}
    </section>
  )
}

interface LiveLinkProps {
  link: ListedPublicLink
  isIndexed: boolean
  isOnline: boolean
  isEnding: boolean
  onEnd: () => void
  onIndex: (isIndexed: boolean) => void
}

function LiveLink({ link, isIndexed, isOnline, isEnding, onEnd, onIndex }: LiveLinkProps) {
  const address = publicAddress(link.linkId)
  const [copy, setCopy] = useState<'copied' | 'failed' | null>(null)

  return (
    <>
      <div className="public-link__row">
        <input
          className="field__control public-link__address"
          aria-label={t('publicLinks.address')}
          readOnly
          value={address}
          onFocus={event => event.currentTarget.select()}
        />
        <Button onClick={() => void copyText(address).then(isDone => setCopy(isDone ? 'copied' : 'failed'))}>
          {t('publicLinks.copy')}
        </Button>
      </div>
      <Message kind={copy === 'failed' ? 'error' : 'status'}>
        {copy && t(copy === 'copied' ? 'publicLinks.copied' : 'publicLinks.notCopied')}
      </Message>
      <Switch label={t('publicLinks.indexed')} checked={isIndexed} onChange={onIndex} />
      <div className="public-link__row">
        <a className="button" href={publicLinkPath(link.linkId)} target="_blank" rel="noreferrer">
          {t('publicLinks.open')}
        </a>
        <Button kind="quiet" busy={isEnding} disabled={!isOnline} onClick={onEnd}>
          {t('publicLinks.end')}
        </Button>
      </div>
      <p className="public-link__text">{t('publicLinks.endMeaning')}</p>
    </>
  )
}
