import type { SitePage } from "./api";
import classes from "./LegalText.module.css";

/** Text of a page of the operator. */
export function PageText({
  page: { lead, sections },
  numbered = false,
}: {
  page: SitePage;
  numbered?: boolean;
}) {
  return (
    <div className={classes.text}>
      <p className={classes.lead}>{lead}</p>
      {sections.map(({ title, text }, place) => (
        <section key={title} className={classes.section}>
          <h2 className={classes.title}>{numbered ? `${place + 1}. ${title}` : title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}
