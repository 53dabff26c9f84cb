import { useAtomValue } from 'jotai'
import { carriedAtom, hasWords } from '#client/features/carrying/carried.text.ts'
import { KeysListOpener } from '#client/features/keys/KeysListOpener.tsx'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { partWithQueries } from '#client/platform/calls/partWithQueries.tsx'
import { partWithTexts } from '#client/platform/language/partWithTexts.ts'
import { asksAgainAtom, authStatusAtom } from '#client/session/session.ts'
import { leftUnsentAtom, tellersComeBy } from '#client/session/session.unsent.ts'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { PasswordBanner } from './PasswordBanner.tsx'
import { useLongInputRefused } from './useLongInputRefused.ts'

const SignInAgain = lazyComponent(
  lazyPart(() => import('#client/features/accounts/SignInAgain.tsx').then(part => part.SignInAgain)),
)

const LeavingQuestion = lazyComponent(
  lazyPart(() => import('./LeavingQuestion.tsx').then(part => part.LeavingQuestion)),
)

const CarriedOffer = lazyComponent(
  partWithQueries(() => import('#client/features/carrying/CarriedOffer.tsx').then(part => part.CarriedOffer)),
)

const unsentSenderPart = partWithQueries(() =>
  import('#client/features/notes/unsent/UnsentSender.tsx').then(part => part.UnsentSender),
)

const commentSenderPart = partWithQueries(() =>
  import('#client/features/comments/CommentSender.tsx').then(part => part.CommentSender),
)

/** Whoever signs out before it is there waits for it. */
const leavingPart = partWithTexts(() => import('./members/leaving.ts'))
tellersComeBy(leavingPart.load)

const quickNoteSenderPart = partWithQueries(() =>
  import('#client/features/notes/quick/QuickNoteSender.tsx').then(part => part.QuickNoteSender),
)

const waitingSharesPart = partWithTexts(() =>
  import('#client/features/shares/WaitingShares.tsx').then(part => part.WaitingShares),
)

const BottomBar = lazyComponent(
  partWithTexts(() => import('./members/BottomBar.tsx').then(part => part.BottomBar)),
)

/** There the ways of every day are at the thumb. The same in memberTools.css. */
const ON_PHONES = '(max-width: 767.98px)'

/** What the shell tells in passing, over any screen. */
export function Tidings() {
  useLongInputRefused()
  const asksAgain = useAtomValue(asksAgainAtom)
  const isLeaving = useAtomValue(leftUnsentAtom).length > 0
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  const isPhone = useMediaQuery(ON_PHONES)
  const hasCarried = hasWords(useAtomValue(carriedAtom))
  return (
    <>
      <PasswordBanner />
      <ConnectionBanner />
      <ToastRegion>{isMember && <UnannouncedShares />}</ToastRegion>
      {isMember && hasCarried && <CarriedOffer />}
      <KeysListOpener />
      {asksAgain && <SignInAgain />}
      {isLeaving && <LeavingQuestion />}
      {isMember && <LateSenders />}
      {isMember && isPhone && <BottomBar />}
    </>
  )
}

/** What is about to be shared, from whichever screen it was asked for. */
function UnannouncedShares() {
  const WaitingShares = useIdlePart(waitingSharesPart)
  return WaitingShares && <WaitingShares />
}

/** Of what could not be sent when it was written. */
function LateSenders() {
  const UnsentSender = useIdlePart(unsentSenderPart)
  const CommentSender = useIdlePart(commentSenderPart)
  const QuickNoteSender = useIdlePart(quickNoteSenderPart)
  useIdlePart(leavingPart)
  return (
    <>
      {UnsentSender && <UnsentSender />}
      {CommentSender && <CommentSender />}
      {QuickNoteSender && <QuickNoteSender />}
    </>
  )
}
