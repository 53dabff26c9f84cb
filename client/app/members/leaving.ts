/** All that tells whoever signs out what of theirs is not sent: each registers itself. */
import '#client/features/trialDraft/trialDraft.signOut.ts'
import '#client/features/comments/comments.leaving.ts'
import '#client/features/notes/outbox/outbox.leaving.ts'
