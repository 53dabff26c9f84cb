import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { encodeQR } from 'qr'
import { useMemo, useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { saveFile } from '#client/platform/browser/files.ts'
import { useObjectUrl } from '#client/platform/browser/useObjectUrl.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { type InvitationView, isUsedUp } from '#protocol/invitations.ts'
import {
  createdLinksAtom,
  invitationsQuery,
  useCreateInvitation,
  useCreateOwnHub,
  useEndInvitation,
  useLiveInvitations,
} from './invitations.queries.ts'
import './invitations.css'

const ROW_PX = 60

interface InviteDialogProps {
  /** Null invites into a new room. */
  hubNo: number | null
  onClose: () => void
}

/** Invites people by a link, with which they may sign up. */
export function InviteDialog({ hubNo, onClose }: InviteDialogProps) {
  const [createdHubNo, setCreatedHubNo] = useState<number | null>(null)
  const roomNo = hubNo ?? createdHubNo
  return (
    <Dialog open onClose={onClose} title={t('invitations.title')}>
      <div className="invite">
        <p className="invite__lead">{t(hubNo === null ? 'invitations.leadNewRoom' : 'invitations.lead')}</p>
        {roomNo === null ? <NewRoomLink onCreated={setCreatedHubNo} /> : <RoomLinks hubNo={roomNo} />}
        <p className="invite__terms">
          {t('invitations.terms')} {t('invitations.notesSeen')}
        </p>
      </div>
    </Dialog>
  )
}

/** Creates a room of the viewer alone with a link into it, or a link into the one that exists. */
function NewRoomLink({ onCreated }: { onCreated: (hubNo: number) => void }) {
  const creating = useCreateOwnHub()
  const createMutation = useCreateInvitation()
  const showToast = useSetAtom(showToastAtom)

  function create(): void {
    creating.mutate(undefined, {
      onSuccess: hubNo =>
        createMutation.mutate(
          { hubNo },
          {
            onSettled(reply, error) {
              if (error) showToast({ text: failureText(error) })
              else if (reply && !reply.success) showToast({ text: reply.message })
              onCreated(hubNo)
            },
          },
        ),
    })
  }

  return (
    <div className="invite__make">
      <Button kind="primary" busy={creating.isPending || createMutation.isPending} onClick={create}>
        {t('invitations.make')}
      </Button>
      <Message kind="error">{creating.isError && failureText(creating.error)}</Message>
    </div>
  )
}

/** The invitation links of a room: the viewer's own, and the list of all active ones. */
function RoomLinks({ hubNo }: { hubNo: number }) {
  const invitations = useQuery(invitationsQuery(hubNo))
  useLiveInvitations(hubNo)
  const { userNo } = useAtomValue(authAtom)
  const ownLink = invitations.data?.find(({ maker }) => maker.userNo === userNo)
  return (
    <>
      {invitations.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
      <LoadFailure query={invitations} />
      {invitations.data && <OwnLink hubNo={hubNo} ownLink={ownLink} />}
      {invitations.data && <ActiveLinks hubNo={hubNo} links={invitations.data} myNo={userNo} />}
    </>
  )
}

/** Shows the link while this tab knows its token and it is not used up; otherwise offers to create one. */
function OwnLink({ hubNo, ownLink }: { hubNo: number; ownLink: InvitationView | undefined }) {
  const createdLink = useAtomValue(createdLinksAtom).get(hubNo)
  const createMutation = useCreateInvitation()
  if (ownLink && !isUsedUp(ownLink) && createdLink?.madeAt === ownLink.madeAt)
    return <InviteLink token={createdLink.token} />
  const rejection = createMutation.data && !createMutation.data.success ? createMutation.data.message : ''
  return (
    <div className="invite__make">
      {ownLink && (
        <p>{isUsedUp(ownLink) ? t('invitations.ownUsedUp', ownLink) : t('invitations.ownStands')}</p>
      )}
      <Button
        kind="primary"
        busy={createMutation.isPending}
        onClick={() =>
          createMutation.mutate({ hubNo, ...(ownLink && { replacedMakerNo: ownLink.maker.userNo }) })
        }
      >
        {t(ownLink ? 'invitations.makeAnew' : 'invitations.make')}
      </Button>
      <Message kind="error">{createMutation.isError ? failureText(createMutation.error) : rejection}</Message>
    </div>
  )
}

/** A link with its QR code and sharing actions. */
function InviteLink({ token }: { token: string }) {
  const url = `${location.origin}${paths.invitation}#${token}`
  const qrCode = useMemo(() => createInvitationQrCode(url), [url])
  const qrCodeUrl = useObjectUrl(qrCode)
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')

  async function copy(): Promise<void> {
    const isCopied = await copyText(url)
    if (!isCopied) field.current?.select()
    setStatus(t(isCopied ? 'invitations.copied' : 'invitations.copyFailed'))
  }

  return (
    <div className="invite__link">
      {qrCodeUrl && <img className="invite__picture" src={qrCodeUrl} alt={t('invitations.picture')} />}
      <div className="invite__actions">
        <input
          ref={field}
          className="invite__address"
          readOnly
          value={url}
          aria-label={t('invitations.address')}
          onFocus={event => event.currentTarget.select()}
        />
        <div className="invite__buttons">
          <Button kind="primary" className="invite__copy" onClick={() => void copy()}>
            <ToolIcon name="copy" />
            {t('invitations.copy')}
          </Button>
          {'share' in navigator && (
            // Closing the system's share sheet rejects and is no error.
            <Button onClick={() => void share(url).catch(() => undefined)}>
              <ToolIcon name="share" />
              {t('invitations.send')}
            </Button>
          )}
          <Button onClick={() => saveFile(qrCode, t('invitations.pictureFile'))}>
            <ToolIcon name="download" />
            {t('invitations.savePicture')}
          </Button>
        </div>
        <Message>{status}</Message>
      </div>
    </div>
  )
}

function share(url: string): Promise<void> {
  return navigator.share({ text: t('invitations.sent'), url })
}

interface ActiveLinksProps {
  hubNo: number
  links: InvitationView[]
  myNo: number
}

/** All active links. Any member can end any of them. */
function ActiveLinks({ hubNo, links, myNo }: ActiveLinksProps) {
  const [confirmingNo, setConfirmingNo] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const endMutation = useEndInvitation(hubNo)
  const showToast = useSetAtom(showToastAtom)
  const { language } = useLanguage()

  function end(makerNo: number): void {
    endMutation.mutate(makerNo, {
      onSuccess() {
        showToast({ text: t('invitations.endedNow') })
        heading.current?.focus()
      },
      onError: error => showToast({ text: failureText(error) }),
      onSettled: () => setConfirmingNo(null),
    })
  }

  return (
    <section className="invite__running">
      <h3 ref={heading} tabIndex={-1}>
        {t('invitations.running')}
      </h3>
      {links.length === 0 && <p className="invite__empty">{t('invitations.none')}</p>}
      <ul>
        {links.map(({ maker, people, expiresAt }) => (
          <li className="invite__row" key={maker.userNo}>
            <div className="invite__maker">
              <span className="invite__name">
                {maker.userName} {maker.userNo === myNo && <MeBadge />}
              </span>
              <span className="invite__state">
                {isUsedUp({ people })
                  ? t('invitations.usedUpLine', { people })
                  : t('invitations.runningLine', {
                      people,
                      date: formatDay(new Date(expiresAt), language, Date.now()),
                    })}
              </span>
            </div>
            <Button
              kind="quiet-danger"
              aria-label={t('invitations.endOf', { name: maker.userName })}
              aria-expanded={confirmingNo === maker.userNo}
              onClick={() => setConfirmingNo(confirmingNo === maker.userNo ? null : maker.userNo)}
            >
              {t('invitations.end')}
            </Button>
            {confirmingNo === maker.userNo && (
              <Confirm
                question={t('invitations.endAsk')}
                confirmLabel={t('invitations.end')}
                busy={endMutation.isPending}
                onConfirm={() => end(maker.userNo)}
                onCancel={() => setConfirmingNo(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Pixels per module, readable from screen and paper. */
const SCALE = 8
/** The quiet zone that the standard requires, in modules. */
const BORDER = 4

/** A QR code, black on white in light and dark mode. */
export function createInvitationQrCode(address: string): Blob {
  const gif = encodeQR(address, 'gif', { ecc: 'medium', border: BORDER, scale: SCALE })
  return new Blob([gif], { type: 'image/gif' })
}
