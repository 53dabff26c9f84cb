/** The modules that check for unsent content before the user signs out. Each registers its check. */
import '#client/features/trialDraft/trialDraft.signOut.ts'
import '#client/features/comments/comments.unsentCheck.ts'
import '#client/features/notes/sync/outbox.signOut.ts'
import './typedTexts.signOut.ts'
