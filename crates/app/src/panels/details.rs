//! The panel of details: everything about the selected function.

use viewer::{CommandId, Model, Msg, messages};
use views::details::{Details, Nears, Sums};
use yew::{Callback, Html, html};

use super::{act, button};

/// The panel.
pub(crate) fn panel(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let body = match (&model.state.picked, model.details()) {
        (None, _) => html! { <p class="detail-note">{ messages::NOTHING_SELECTED }</p> },
        (Some(picked), None) => html! { <h3 class="detail-name">{ &picked.name }</h3> },
        (Some(_), Some(Err(text))) => html! { <p class="detail-note">{ text.to_owned() }</p> },
        (Some(_), Some(Ok(details))) => all(details, dispatch),
    };
    html! {
        <aside class="details" aria-label={messages::DETAILS}>
            <header>
                <h2>{ messages::DETAILS }</h2>
                { button(messages::CLOSE, "quiet", CommandId::Details, dispatch) }
            </header>
            { body }
        </aside>
    }
}

fn all(details: &Details, dispatch: &Callback<Msg>) -> Html {
    let place = match (details.file.as_str(), details.line) {
        ("", _) => String::new(),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file}:{line}"),
    };
    let address = match details.address {
        0 => String::new(),
        address => format!("0x{address:x}"),
    };
    let facts = [&details.system_name, &place, &details.module, &address];
    let facts = facts.into_iter().filter(|fact| !fact.is_empty());
    let facts = facts.map(|fact| html! { <p class="detail-fact">{ fact }</p> });
    let counted = details.sums.get(details.counted as usize);
    let (unit, total) = counted.map_or(("", 0), |sums| (sums.unit.as_str(), sums.grand_total));
    let function = counted.map_or(0, |sums| sums.all.1);
    let stack = (!details.path.is_empty()).then(|| {
        let text = details.path.join("\n");
        act(messages::COPY_STACK, "", Msg::CopyText(text), dispatch)
    });
    let tsv = messages::details_tsv(details);
    let labels = details.labels.iter().map(|label| {
        let nears = Nears {
            listed: label.listed.clone(),
            more: label.more,
        };
        near(&label.key, &nears, unit, function, None)
    });
    let picks = Some(dispatch);
    html! {
        <>
            <h3 class="detail-name">{ &details.name }</h3>
            { for facts }
            <p class="detail-fact">{ messages::places(details.places) }</p>
            <p class="detail-copy">
                { act(messages::COPY_NAME, "", Msg::CopyText(details.name.clone()), dispatch) }
                { stack }
                { act(messages::COPY_TSV, "", Msg::CopyText(tsv), dispatch) }
            </p>
            { for details.sums.iter().enumerate().map(|(at, row)| sums(row, at == details.counted as usize)) }
            { near(messages::CALLERS, &details.callers, unit, total, picks) }
            { near(messages::CALLEES, &details.callees, unit, total, picks) }
            { for labels }
        </>
    }
}

/// Self and total of a sample type, here and everywhere.
fn sums(sums: &Sums, counted: bool) -> Html {
    let row = |what: &str, value: i64| {
        html! {
            <tr><th scope="row">{ what }</th>
                <td>{ messages::with_share(value, &sums.unit, sums.grand_total) }</td></tr>
        }
    };
    let part = |title: &str, (own, total): (i64, i64)| {
        html! {
            <tbody>
                <tr><th scope="rowgroup" colspan="2" class="detail-part">{ title }</th></tr>
                { row(messages::SELF, own) }
                { row(messages::TOTAL, total) }
            </tbody>
        }
    };
    html! {
        <section class={if counted { "detail-sums counted" } else { "detail-sums" }}>
            <h4>{ &sums.kind }</h4>
            <table>
                { sums.here.map(|here| part(messages::HERE, here)).unwrap_or_default() }
                { part(messages::EVERYWHERE, sums.all) }
            </table>
        </section>
    }
}

/// Rows with bars: shares are of `whole`.
fn near(title: &str, nears: &Nears, unit: &str, whole: i64, picks: Option<&Callback<Msg>>) -> Html {
    if nears.listed.is_empty() {
        return Html::default();
    }
    let rows = nears.listed.iter().map(|near| {
        let share = (near.value as f64 / whole as f64).abs().min(1.0);
        let bar = format!(
            "width:{:.2}%",
            if share.is_finite() {
                share * 100.0
            } else {
                0.0
            }
        );
        let name = match picks {
            Some(dispatch) => act(
                &near.name,
                "quiet detail-link",
                Msg::PickName(near.name.clone()),
                dispatch,
            ),
            None => html! { <span class="detail-link">{ &near.name }</span> },
        };
        let value = messages::value_and_share(near.value, unit, whole);
        html! {
            <li title={near.name.clone()}>
                { name }
                <span class="figures">{ value }</span>
                <span class="detail-bar"><span style={bar} /></span>
            </li>
        }
    });
    let of = match picks {
        Some(_) => messages::SHARE_OF_TOTAL,
        None => messages::SHARE_OF_FUNCTION,
    };
    let more = (nears.more > 0).then(|| {
        html! { <li class="detail-note">{ messages::more(nears.more) }</li> }
    });
    html! {
        <section class="detail-near">
            <h4>{ title.to_owned() }<span class="detail-of">{ of }</span></h4>
            <ul>{ for rows }{ more }</ul>
        </section>
    }
}
