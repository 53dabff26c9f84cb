import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { feedsQuery, useFeedChanges } from './feeds.queries.ts'
import './feeds.css'

interface FeedControlsProps {
  /** Null for the feed of the public notes. */
  hubNo: number | null
  name: string
  /** A sentence about the content of the feed. */
  detail: string
}

/** A feed with its state and buttons. The address is shown once, after it was created. */
export function FeedControls({ hubNo, name, detail }: FeedControlsProps) {
  const feeds = useQuery(feedsQuery)
  const { create, end } = useFeedChanges(hubNo)
  const title = useRef<HTMLParagraphElement>(null)
  const [isReplaced, setReplaced] = useState(false)
  const feed = feeds.data?.find(one => one.hubNo === hubNo)
  const address = feed && create.data?.address
  const failure = create.error ?? end.error

  function createFeed() {
    setReplaced(feed !== undefined)
    create.mutate()
  }

  function endFeed() {
    end.mutate()
    create.reset()
    // The pressed button disappears.
    title.current?.focus({ preventScroll: true })
  }

  return (
    <div className="feed">
      <div className="list-row__text">
        <p className="list-row__title feed__title" ref={title} tabIndex={-1}>
          {name}
        </p>
        <p className="list-row__meta">
          <span>{detail}</span>
          {feed && (
            <span>
              {t('feeds.made')} <RelativeTime at={feed.createdAt} />
            </span>
          )}
        </p>
      </div>
      <div className="feed__buttons">
        {feed && (
          <Button busy={end.isPending} onClick={endFeed} aria-label={t('feeds.endName', { name })}>
            {t('feeds.end')}
          </Button>
        )}
        <Button busy={create.isPending} disabled={feeds.isPending} onClick={createFeed}>
          {t(feed ? 'feeds.again' : 'feeds.add')}
        </Button>
      </div>
      {address && (
        <div className="feed__new">
          <p>
            {t('feeds.once')} {isReplaced && t('feeds.againMore')}
          </p>
          <FeedAddress path={address} />
        </div>
      )}
      <LoadFailure query={feeds} />
      {failure && <Message kind="error">{failureText(failure)}</Message>}
    </div>
  )
}

/** The address of a feed with a button that copies it. */
export function FeedAddress({ path }: { path: string }) {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const address = location.origin + path
  return (
    <>
      <div className="feed__address">
        <input
          className="field__control"
          aria-label={t('feeds.address')}
          value={address}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <Button onClick={async () => setCopied(await copyText(address))}>{t('feeds.copy')}</Button>
      </div>
      {isCopied === false ? (
        <Message kind="error">{t('feeds.copyFailed')}</Message>
      ) : (
        <Message>{isCopied && t('feeds.copied')}</Message>
      )}
    </>
  )
}
