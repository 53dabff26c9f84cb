import { useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { type ListedPublicLink, publicLinkPath } from '#protocol/publicLinks.ts'
import { usePublicLinkChanges, usePublicLinks } from './publicLinks.queries.ts'
import '#client/ui/listRow.css'
import './publicLinks.css'

const ROW_PX = 68
const SHOWN_AT_FIRST = 5

/** All public notes of the user, with buttons to end their links. */
export function PublicLinkList() {
  const query = usePublicLinks()
  const { end } = usePublicLinkChanges()
  const heading = useRef<HTMLHeadingElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const links = query.data?.links ?? []
  const visible = showsAll ? links : links.slice(0, SHOWN_AT_FIRST)

  /** The pressed button disappears, so the focus moves. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true })

  function endOne(noteNo: number) {
    end.mutate(noteNo)
    focusHeading()
  }

  function showAll() {
    setShowsAll(true)
    focusHeading()
  }

  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('publicLinks.list')}
      </h2>
      <p className="my-info__lead">{t('publicLinks.listLead')}</p>
      <LoadFailure query={query} />
      {(query.data || query.isPending) && (
        <Card padded={false}>
          {query.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
          {query.data && links.length === 0 && <p className="my-info__empty">{t('publicLinks.none')}</p>}
          <ul>
            {visible.map(link => (
              <PublicLinkRow
                key={link.noteNo}
                link={link}
                isEnding={end.isPending && end.variables === link.noteNo}
                onEnd={() => endOne(link.noteNo)}
              />
            ))}
          </ul>
          {visible.length < links.length && (
            <div className="my-info__footer">
              <Button kind="quiet" onClick={showAll}>
                {t('publicLinks.more', { count: links.length - visible.length })}
              </Button>
            </div>
          )}
        </Card>
      )}
      {end.isError && <Message kind="error">{failureText(end.error)}</Message>}
    </section>
  )
}

interface PublicLinkRowProps {
  link: ListedPublicLink
  isEnding: boolean
  onEnd: () => void
}

function PublicLinkRow({ link, isEnding, onEnd }: PublicLinkRowProps) {
  const { noteNo, linkId, title, since, lastUpdate, isIndexed } = link
  return (
    <li className="list-row public-links__row">
      <div className="list-row__text">
        <p className="list-row__title" dir="auto">
          <Link to={paths.note(noteNo)}>{title}</Link>
        </p>
        <p className="list-row__meta">
          <span>
            {t('publicLinks.since')} <RelativeTime at={since} />
          </span>
          <span>
            {t('publicLinks.lastUpdate')} <RelativeTime at={lastUpdate} />
          </span>
          {isIndexed && <span>{t('publicLinks.indexed')}</span>}
        </p>
      </div>
      <a
        className="button button--quiet"
        href={publicLinkPath(linkId)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('publicLinks.openName', { title })}
      >
        {t('publicLinks.open')}
      </a>
      <Button busy={isEnding} onClick={onEnd} aria-label={t('publicLinks.endName', { title })}>
        {t('publicLinks.end')}
      </Button>
    </li>
  )
}
